import { listPhrase } from "@/lib/format/count";
import { evidenceText, type FoundFacts, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

const CAUSES: Readonly<Record<string, string>> = {
  "group-changed": "the group was edited since the entry was made",
  "entry-edited": "the entry was edited by hand",
  "group-replaced": "the group was made anew since",
  either: "both were edited since the entry was made",
};

export const templateDrift: WordsOfFinding = {
  title: "An entry differs from its group's template",
  found: (facts) => {
    const cause = CAUSES[evidenceText(facts, "cause")];
    return `${firstName(facts)} and its group ${evidenceText(facts, "group")} differ in ${differences(facts)}${cause === undefined ? "" : `: ${cause}`}.`;
  },
  why: "Istio copies the template once, when the machine registers, and never again: callers get the old ports and weights, and selectors miss the new labels.",
  whatToDo:
    "Patch the entry, which holds until it is made anew; or have it made anew: stop the machine's agent for longer than the grace period, and start it.",
  cannotSee: "Annotations of the template are not compared, nor is the locality, which machines mostly bring themselves.",
};

/** "ports (http=80, wanted http=8080) and label tier (none, wanted web)". */
function differences({ evidence }: FoundFacts): string {
  const [fields, found, wanted] = [evidence.fields, evidence.found, evidence.wanted].map((value) => (typeof value === "object" ? value : []));
  return listPhrase((fields ?? []).map((field, at) => `${field} (${found?.[at] || "none"}, the group has ${wanted?.[at] || "none"})`));
}
