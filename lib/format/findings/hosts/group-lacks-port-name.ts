import { plural } from "@/lib/format/count";
import { evidenceCount, evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupLacksPortName: WordsOfFinding = {
  title: "A group's machines lack a port that a Service names",
  found: (facts) => {
    const named = evidenceList(facts, "named");
    const has = named.length === 0 ? "names no port" : `names ${named.join(", ")} only`;
    const where = facts.evidence.isEveryPort === true ? "any port" : `port ${evidenceList(facts, "ports").join(", ")}`;
    return `${hostPhrase(facts)} sends to the port named ${evidenceList(facts, "missing").join(", ")}, and the template of ${firstName(facts)} ${has}: its ${plural(evidenceCount(facts, "machines"), "machine")} ${evidenceCount(facts, "machines") === 1 ? "is" : "are"} not called on ${where}.`;
  },
  why: "istiod leaves these machines out of that port without a word: fewer carry the load than are listed as healthy.",
  whatToDo: "Name the port in the group's template, and in spec.ports of the entries that are there; or write a number as targetPort of the Service.",
  cannotSee: "On which port the application listens.",
};
