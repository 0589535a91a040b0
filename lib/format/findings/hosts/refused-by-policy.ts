import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const refusedByPolicy: WordsOfFinding = {
  title: "A policy refuses what callers send",
  found: (facts) => {
    const sends = evidenceText(facts, "sends") === "mutual" ? "mutual TLS" : evidenceText(facts, "sends") === "simple" ? "plain TLS" : "plain text";
    const takes = evidenceText(facts, "takes") === "STRICT" ? "mutual TLS only (STRICT)" : "no mutual TLS (DISABLE)";
    return `Callers of ${hostPhrase(facts)} send ${firstName(facts)} ${sends} on port ${evidenceList(facts, "ports").join(", ")}, and the policy there takes ${takes}.`;
  },
  why: "Each request to this machine is refused by its own sidecar. STRICT makes no caller use mutual TLS: they go by the account of the entry.",
  whatToDo:
    "If a sidecar runs on the machine, set spec.serviceAccount of the entry to the account that it runs as, in the group's template too. If none runs there, the policy has no effect: exempt the machine from it.",
  cannotSee:
    "Whether a sidecar runs on the machine, which alone enforces the policy; and by which labels it is selected, where those of its bundle differ from its entry's.",
};
