import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const unselectedEntry: WordsOfFinding = {
  title: "An entry written by hand is selected by nobody",
  found: (facts) => {
    const near = evidenceText(facts, "nearest");
    return `No Service and no ServiceEntry takes ${firstName(facts)}${near === "" ? "" : `; ${near} nearly does`}.`;
  },
  why: "Such an entry has no effect: no caller is sent it. Whoever wrote it meant something by it.",
  whatToDo: "Set the labels that a host of its namespace wants, or delete the entry if nobody calls the machine any more.",
  cannotSee: "Entries that are there for other tools to read, and machines that only call others.",
};
