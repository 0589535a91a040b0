import { listPhrase, plural } from "@/lib/format/count";
import { evidenceCount, evidenceList } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const zoneInTwoRegions: WordsOfFinding = {
  title: "One zone stands under two regions",
  found: (facts) =>
    `Zone ${evidenceText(facts, "zone")} stands under ${listPhrase(evidenceList(facts, "regions"))}, with ${plural(evidenceCount(facts, "machines"), "machine")}.`,
  why: "Zones are compared within a region only: machines of one zone under two regions are as far apart for callers as two regions.",
  whatToDo: "Correct the region where it is wrong: in the labels of the machines' groups, or on the Nodes.",
  cannotSee: "Clouds in which one name of a zone stands for different places in two regions.",
};
