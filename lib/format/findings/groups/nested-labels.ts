import { listPhrase } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const nestedLabels: WordsOfFinding = {
  title: "A group's labels are also those of others",
  found: (facts) =>
    `${listPhrase(facts.objects.slice(1).map(({ name }) => name))} ${facts.objects.length > 2 ? "have" : "has"} all labels of ${firstName(facts)} (${evidenceText(facts, "labels")}), and more.`,
  why: "Whatever selects this group's machines by its labels selects the others' too. With a new version beside the old one that is meant; else it surprises.",
  whatToDo: "If it is not meant, give this group a label with a value of its own, and name it in the selectors.",
  cannotSee: "Labels that machines bring themselves may tell them apart.",
};
