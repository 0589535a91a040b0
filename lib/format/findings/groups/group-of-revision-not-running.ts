import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupOfRevisionNotRunning: WordsOfFinding = {
  title: "A group is labelled for a revision that nobody runs",
  found: (facts) => `${firstName(facts)} has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
  why: "No istiod knows the group: a machine that is not registered yet is refused as if there were none, and gets no configuration. Those that are registered stay.",
  whatToDo: "Take the label away, or write a revision that runs.",
  cannotSee: "An istiod outside this cluster may run as that revision.",
};
