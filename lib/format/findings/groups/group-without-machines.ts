import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupWithoutMachines: WordsOfFinding = {
  title: "A group has no machines",
  found: (facts) => {
    const expected = evidenceText(facts, "expected");
    return `${firstName(facts)} has none${expected === "" ? "" : `, and ${expected} are expected`}.`;
  },
  why: "A group makes no machines, it waits for them: either they never arrived, or all have left.",
  whatToDo: "Start the machines' agents and look at why they are refused, or delete the group if nobody needs it.",
  cannotSee: "A machine that istiod refuses leaves no trace in the cluster, only in istiod's log.",
};
