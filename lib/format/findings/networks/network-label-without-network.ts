import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const networkLabelWithoutNetwork: WordsOfFinding = {
  title: "A network label that callers do not go by",
  found: (facts) => {
    const network = evidenceText(facts, "network");
    return `${firstName(facts)} is labelled as in network ${evidenceText(facts, "label")}, and its spec.network ${network === "" ? "is not set" : `says ${network}`}.`;
  },
  why: "Sidecars go by spec.network alone. Without it callers of every network take the machine for their neighbour and call its address directly.",
  whatToDo: "Write the network into spec.network of the entry, and into the group's template or ISTIO_META_NETWORK of the machine for entries to come.",
  cannotSee: "Which of the two is right.",
};
