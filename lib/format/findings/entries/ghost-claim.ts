import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

const REASONS: Readonly<Record<string, string>> = {
  "no-such-pod": "there is no such Pod",
  "not-running": "does not run",
  restarted: "was restarted since",
  "no-controller": "is not named",
  "past-deletion": "should have been gone by now",
  "node-silent": "runs on a Node that has fallen silent",
};

export const ghostClaim: WordsOfFinding = {
  title: "An entry claims a replica that does not hold it",
  found: (facts) => {
    const replica = evidenceText(facts, "replica");
    const why = evidenceText(facts, "why");
    const what = why === "no-such-pod" ? `${replica}, and there is no such Pod` : `${replica || "a replica"}, which ${REASONS[why] ?? why}`;
    return `${firstName(facts)} says that it is connected since ${evidenceText(facts, "connectedAt")} to ${what}.`;
  },
  why: "A machine that lives has connected elsewhere within seconds. One that has not may be dead with its replica: it stays listed, and callers are sent there until istiod sweeps it.",
  whatToDo: "Ask whether the machine lives. If it does not, delete its entry; if it does, restart its agent.",
  cannotSee: "Pods of an istiod outside this cluster cannot be seen, and machines that it holds look like these.",
};
