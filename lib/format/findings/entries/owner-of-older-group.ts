import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const ownerOfOlderGroup: WordsOfFinding = {
  title: "An entry is owned by an earlier group of that name",
  found: (facts) =>
    `${firstName(facts)} is owned by group ${evidenceText(facts, "group")} with uid ${evidenceText(facts, "ownerUid")}; the group of that name has ${evidenceText(facts, "groupUid")}.`,
  why: "Kubernetes deletes what a deleted object owned. The machine then has no entry, and gets one only when it connects again, which takes up to half an hour.",
  whatToDo: "Make the present group its owner before Kubernetes deletes it, or restart the machine's agent once the entry is gone.",
  cannotSee: "When the garbage collector comes is not told; mostly within seconds.",
};
