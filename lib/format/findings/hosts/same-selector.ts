import { listPhrase } from "@/lib/format/count";
import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const sameSelector: WordsOfFinding = {
  title: "Two hosts select the same machines",
  found: (facts) =>
    `${hostPhrase(facts)} and ${listPhrase(evidenceList(facts, "others"))} both select ${evidenceList(facts, "selects").join(", ")}, with a port in common.`,
  why: "One set of machines has two names: DestinationRules and policies of the one do not hold for callers of the other, and each counts its own outliers.",
  whatToDo: "If one of them is left from before, move its callers and delete it. If both are meant, give both the same DestinationRule.",
  cannotSee: "Who calls which of the two.",
};
