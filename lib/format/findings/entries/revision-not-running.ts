import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const revisionNotRunning: WordsOfFinding = {
  title: "An entry is labelled for a revision that nobody runs",
  found: (facts) => `${firstName(facts)} has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
  why: "Every istiod passes over an object whose label names another revision: nobody is sent this machine, however healthy it is.",
  whatToDo: "Take the label away, or write a revision that runs. If the machine brings it in its bundle, make that anew.",
  cannotSee: "An istiod outside this cluster may run as that revision.",
};
