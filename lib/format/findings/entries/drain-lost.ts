import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const drainLost: WordsOfFinding = {
  title: "A drained machine came back without its drain",
  found: (facts) =>
    `${firstName(facts)} registered anew within a day after it was drained: its entry before this one had the label ${evidenceText(facts, "label")}, and this one has not.`,
  why: "A drain lives in the entry alone. istiod makes the new entry from the group and the machine, so that callers are sent the machine again.",
  whatToDo: "Drain it again, if it is still to be out. What is to stay out while it restarts is stopped on the machine, or labelled in its own bundle.",
  cannotSee: "Whether somebody meant it to come back. Drains from before this server watched are not known.",
};
