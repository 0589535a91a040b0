import { listPhrase } from "@/lib/format/count";
import { evidenceCount, hostPhrase, takenPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

/** What keeps machines from answering, in the order in which it is told. */
const REASONS = [
  ["unhealthy", "fails its check", "fail their checks"],
  ["awaiting", "has not reported yet", "have not reported yet"],
  ["draining", "is draining", "are draining"],
  ["withoutEndpoint", "has no endpoint", "have no endpoint"],
] as const;

export const nobodyAnswers: WordsOfFinding = {
  title: "Nobody answers for a host",
  found: (facts) => {
    const unresolved = evidenceCount(facts, "portsUnresolved");
    const taken = takenPhrase(evidenceCount(facts, "machines"), evidenceCount(facts, "pods"));
    if (unresolved > 0) return `${hostPhrase(facts)} takes ${taken}, and none names a port that the Service asks for.`;
    const reasons = REASONS.flatMap(([name, one, many]) => {
      const count = evidenceCount(facts, name);
      return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
    });
    return `${hostPhrase(facts)} takes ${taken}, and callers are sent none${reasons.length === 0 ? "" : `: ${listPhrase(reasons)}`}.`;
  },
  why: "Callers of this host get no endpoint: their requests fail at once, with 503 where it is HTTP.",
  whatToDo: "Open the host: it says of each machine why it does not answer. Mend the checks that fail, or take the draining label off.",
  cannotSee: "What callers reach beside Istio, and gateways of other clusters that answer for the same name.",
};
