import { listPhrase } from "@/lib/format/count";
import { evidenceText, type FoundFacts, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const bundleDrift: WordsOfFinding = {
  title: "A machine's own labels override its group's",
  found: (facts) => {
    const who = facts.evidence.isMachines === true ? "its machine says so" : "its machine's bundle is older than the group, or says so on purpose";
    return `${firstName(facts)} has ${pairs(facts)} (group ${evidenceText(facts, "group")}): ${who}.`;
  },
  why: "Labels of a machine's bundle win over its group's, each time it registers: an edit of the group never arrives there, and selectors that want the group's value pass the machine over.",
  whatToDo: "Hand out a new bundle if the group is right. Until the machine registers anew, a patch of its entry does.",
  cannotSee: "What stands in the bundle itself is not known, only what came of it.",
};

/** "version=v1 for version=v2". */
function pairs({ evidence }: FoundFacts): string {
  const [keys, found, wanted] = [evidence.keys, evidence.found, evidence.wanted].map((value) => (typeof value === "object" ? value : []));
  return listPhrase((keys ?? []).map((key, at) => `${key}=${found?.[at] ?? ""} where its group says ${wanted?.[at] || "nothing"}`));
}
