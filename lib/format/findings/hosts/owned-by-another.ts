import { listPhrase } from "@/lib/format/count";
import { evidenceList } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const ownedByAnother: WordsOfFinding = {
  title: "Another namespace owns the host",
  found: (facts) => {
    const callers = evidenceList(facts, "lostFor").map((one) => (one === "" ? "all other namespaces" : one));
    const winners = listPhrase([...new Set(evidenceList(facts, "winners"))]);
    return `Callers in ${listPhrase(callers)} get ${evidenceText(facts, "host")} from ${winners}, and not from ${firstName(facts)}.`;
  },
  why: "Of owners in several namespaces one wins for each caller's namespace: its own, then a Kubernetes Service, then the one that names the caller's namespace, then the oldest. The machines of the others get nothing from there.",
  whatToDo: "Give one of the two another host name, or export each to those only who are meant to call it.",
  cannotSee: "Callers whose Sidecar imports one of the two only, by labels.",
};
