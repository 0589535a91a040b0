import { listPhrase } from "@/lib/format/count";
import { evidenceList } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const portLostToOwner: WordsOfFinding = {
  title: "Machines are lost to another name of a port",
  found: (facts) =>
    `${firstName(facts)} adds its machines to ${evidenceText(facts, "host")}, which ${evidenceText(facts, "owner")} defines: those of port ${listPhrase(evidenceList(facts, "lost"))} (${evidenceList(facts, "numbers").join(", ")}) are lost, as the owner ${wantedPhrase(evidenceList(facts, "wanted"))}.`,
  why: "Within one namespace the endpoints of all owners add up by the name of the port. A name that the owner does not have is joined to nothing, without a word.",
  whatToDo: "Give the port the name that the owner gives it.",
  cannotSee:
    "Owners of which callers are sent no list, as of a headless Service: then nobody's machines are called. And callers whose Sidecar imports single hosts.",
};

function wantedPhrase(wanted: readonly string[]): string {
  const names = wanted.filter((one) => one !== "");
  return names.length === 0 ? "has no such port" : `calls it ${listPhrase(names)}`;
}
