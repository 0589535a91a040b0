import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const hostOfRevisionNotRunning: WordsOfFinding = {
  title: "A ServiceEntry is labelled for a revision that nobody runs",
  found: (facts) =>
    `${firstName(facts)} (${evidenceText(facts, "hosts")}) has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
  why: "Every istiod passes over an object whose label names another revision: its hosts exist for nobody.",
  whatToDo: "Take the label away, or write a revision that runs.",
  cannotSee: "An istiod outside this cluster may run as that revision.",
};
