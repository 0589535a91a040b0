import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupMissing: WordsOfFinding = {
  title: "An entry's group does not exist",
  found: (facts) => {
    const how = facts.evidence.isOwned === true ? "is owned by" : "was registered by";
    return `${firstName(facts)} ${how} group ${evidenceText(facts, "group")}, and there is none of that name.`;
  },
  why: "Istio keeps such an entry while its machine is connected. Once it is gone the machine is refused for want of its group, and gets no configuration either.",
  whatToDo: "Write the group anew under its name, with the machine's account. If nobody needs the machine, stop its agent: istiod then removes the entry.",
  cannotSee: "A group in another cluster is not looked for: machines register in the cluster of their istiod.",
};
