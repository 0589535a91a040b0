import { listPhrase } from "@/lib/format/count";
import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const handWrittenInAGroup: WordsOfFinding = {
  title: "A hand-written entry has a group's labels",
  found: (facts) => {
    const groups = facts.objects.filter(({ kind }) => kind === "WorkloadGroup").map(({ name }) => name);
    return `${firstName(facts)} was written by hand and has all labels of ${groups.length === 1 ? "group" : "groups"} ${listPhrase(groups)}.`;
  },
  why: "Hosts that take the group's machines take it too, and nobody registers it, checks it or takes it away when its machine is gone.",
  whatToDo: "Let the machine register with the group, and delete the entry; or give it a label that tells it apart.",
  cannotSee: "Whether it stands there on purpose is known to whoever wrote it.",
};
