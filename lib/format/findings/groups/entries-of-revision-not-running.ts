import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const entriesOfRevisionNotRunning: WordsOfFinding = {
  title: "A group labels its entries for a revision that nobody runs",
  found: (facts) => {
    const machines = plural(Number(facts.evidence.machines ?? 0), "machine");
    return `${firstName(facts)} gives its ${machines} istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`;
  },
  why: "Every istiod passes over an object whose label names another revision: nobody is sent these machines, however healthy they are.",
  whatToDo: "Take the label out of the group, or write a revision that runs; then have the entries made anew, or patch each.",
  cannotSee: "An istiod outside this cluster may run as that revision. That the group itself may have the label is told apart.",
};
