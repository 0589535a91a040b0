import { evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const takesNobody: WordsOfFinding = {
  title: "A host takes nobody, and somebody is near",
  found: (facts) => {
    const differs = evidenceList(facts, "differs");
    const why = differs.length > 0 ? differs.join("; ") : reasonOf(evidenceText(facts, "reason"));
    return `${hostPhrase(facts)} takes nobody. The nearest is the ${evidenceText(facts, "nearestKind")} ${evidenceText(facts, "nearest")}: ${why}.`;
  },
  why: "Callers of this host get no endpoint, and nothing says so: a selector that matches nobody is no error to Istio or Kubernetes.",
  whatToDo: "If that machine or Pod is meant, make labels and selector agree: the selector of the host, or the labels of the group for machines to come.",
  cannotSee: "Whether the host is meant to be empty just now, as that of a canary that does not run.",
};

/** Why the nearest is not taken, where it is not for its labels. */
function reasonOf(code: string): string {
  switch (code) {
    case "host-name-address":
    case "socket-address":
      return "its address is no IP address";
    case "machine-of-other-revision":
    case "selector-of-other-revision":
      return "it is for another revision of istiod";
    case "switched-off":
      return "istiod is told not to select such";
    default:
      return "it is not ready";
  }
}
