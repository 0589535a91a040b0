import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

const WHAT: Readonly<Record<string, string>> = {
  grpc: "asks by gRPC",
  "no-method": "names no method",
  "no-command": "runs an empty command",
};

export const probeRefused: WordsOfFinding = {
  title: "A group's probe is one that Istio refuses",
  found: (facts) => `The probe of ${firstName(facts)} ${WHAT[evidenceText(facts, "why")] ?? "is refused"}: the schema takes it, Istio's webhook does not.`,
  why: "It was written while the webhook did not answer. Every edit of the group is refused from now on, whatever it is about.",
  whatToDo: "Write a probe with httpGet, tcpSocket or exec, in the same edit as anything else; machines need a new bundle for it.",
  cannotSee: "Names of headers that only the webhook refuses are not looked at.",
};
