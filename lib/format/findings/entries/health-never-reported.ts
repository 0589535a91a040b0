import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

const WHOSE: Readonly<Record<string, string>> = {
  auto: "its machine registered and never reported",
  claimed: "its machine is connected and never reported",
  unmanaged: "no machine ever answered for it",
};

export const healthNeverReported: WordsOfFinding = {
  title: "The health gate is on and nobody ever reported",
  found: (facts) => {
    const group = facts.evidence.gatedByGroup === true ? " The gate is an annotation of its group." : "";
    return `${firstName(facts)} waits for a first report: ${WHOSE[String(facts.evidence.management)] ?? "nobody reported"}.${group}`;
  },
  why: "Istio sends such a machine to no sidecar, for as long as it takes: an application that fails would be reported as failing. Ambient callers are sent it all the same.",
  whatToDo:
    "Look for readinessProbe in the machine's mesh.yaml. Where it is missing, hand out a bundle with the probe and restart the agent; where nobody is to check, take the gate away.",
  cannotSee: "Whether the agent runs with a probe is not known: it could also be stuck.",
};
