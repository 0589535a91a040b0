import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const healthGateUnreadable: WordsOfFinding = {
  title: "The health gate says what Istio cannot read",
  found: (facts) => {
    const reported = evidenceText(facts, "reported");
    const said = reported === "" ? "" : ` It reports Healthy=${reported}, which is ignored.`;
    return `The annotation of ${firstName(facts)} says ${JSON.stringify(evidenceText(facts, "gate"))}, which Istio takes for false.${said}`;
  },
  why: "Whoever wrote it meant the machine to be checked; it gets traffic unchecked.",
  whatToDo: "Write true where the machine reports its health, and take the annotation away where nobody reports.",
  cannotSee: "What was meant is a guess: Istio reads 1, t, T, TRUE, true, True and the same for false, and nothing else.",
};
