import { listPhrase } from "@/lib/format/count";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const sameLabels: WordsOfFinding = {
  title: "Several groups have the same labels",
  found: (facts) => `Groups ${listPhrase(facts.objects.map(({ name }) => name))} give their entries the same labels.`,
  why: "Services, ServiceEntries and policies select by labels: nothing can take the machines of one of these groups without those of the others.",
  whatToDo: "Give each group a label of its own, in the group and in its machines' bundles.",
  cannotSee: "Labels that machines bring themselves may tell them apart.",
};
