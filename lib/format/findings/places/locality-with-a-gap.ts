import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const localityWithAGap: WordsOfFinding = {
  title: "A locality has an empty part",
  found: (facts) => `${firstName(facts)} is in ${evidenceText(facts, "written")}: the ${evidenceText(facts, "missing")} is missing before what follows.`,
  why: "Empty equals empty: the machine counts as near to all that lack the same part, wherever they are.",
  whatToDo: "Write all parts from the region on.",
  cannotSee: "Which region or zone is meant.",
};
