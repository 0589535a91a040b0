import { plural } from "@/lib/format/count";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const controllerSkew: WordsOfFinding = {
  title: "One istiod replica holds far more machines than its share",
  found: (facts) => {
    const { held, even, replicas } = facts.evidence;
    const share = `${plural(Number(replicas), "replica")} of revision ${evidenceText(facts, "revision")} would hold ${Number(even)} each`;
    return `${evidenceText(facts, "replica")} holds ${plural(Number(held), "machine")}, where ${share}.`;
  },
  why: "When it is lost all of them connect anew at once, and until then it does the work of several.",
  whatToDo:
    "Wait for one maximum connection age: streams are recycled and spread. After a rollout that is normal; where it stays so, look at how machines reach istiod.",
  cannotSee: "Streams of Pods are not counted: only machines write which replica holds them.",
};
