import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const neverConnected: WordsOfFinding = {
  title: "An entry of istiod's has no mark of a connection",
  found: (facts) => {
    const group = evidenceText(facts, "group");
    const whose = group === "" ? `names replica ${evidenceText(facts, "replica")}` : `was registered by group ${group}`;
    return `${firstName(facts)} ${whose}, and says neither since when it is connected nor when that ended.`;
  },
  why: "istiod removes an entry by the mark of its end: without one it stays for ever, and callers are sent there.",
  whatToDo: "Restart the machine's agent, which writes the marks anew. If there is no machine, delete the entry.",
  cannotSee: "Who took the marks away, or copied the entry without them, is not told.",
};
