import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const noAccount: WordsOfFinding = {
  title: "A machine has no service account",
  found: (facts) => {
    const hosts = Number(facts.evidence.hosts ?? 0);
    const network = evidenceText(facts, "network");
    const called = hosts === 0 ? "no host takes it yet" : `${plural(hosts, "host takes", "hosts take")} it`;
    return `${firstName(facts)}${network === "" ? "" : `, in network ${network},`} names no service account; ${called}.`;
  },
  why: "Without one Istio knows no identity: callers send it plain text, and a gateway passes nothing to it from other networks.",
  whatToDo: "Write the account that its sidecar uses into spec.serviceAccount. A machine without a sidecar may stay as it is: plain text is then right.",
  cannotSee: "Whether a sidecar runs there is not known of a machine that never connected.",
};
