import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const ownerMissing: WordsOfFinding = {
  title: "An entry was registered by a group that does not own it",
  found: (facts) => {
    const owner = evidenceText(facts, "owner");
    const instead = owner === "" ? "and no owner is written" : `and its owner is ${owner}`;
    return `${firstName(facts)} names group ${evidenceText(facts, "group")}, ${instead}.`;
  },
  why: "It survives the deletion of its group: the group was deleted with its entries left behind, or the entry is somebody's copy.",
  whatToDo: "Make the group its owner again, or delete the entry while the machine's agent is stopped.",
  cannotSee: "Who took the owner away is not stored by Kubernetes.",
};
