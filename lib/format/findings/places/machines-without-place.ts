import { plural } from "@/lib/format/count";
import { evidenceCount, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const machinesWithoutPlace: WordsOfFinding = {
  title: "Some machines of a host have no locality",
  found: (facts) =>
    `${hostPhrase(facts)} is asked by place: ${plural(evidenceCount(facts, "machines"), "machine")} of it ${evidenceCount(facts, "machines") === 1 ? "has" : "have"} no locality, ${evidenceCount(facts, "placed")} ${evidenceCount(facts, "placed") === 1 ? "has" : "have"}.`,
  why: "To a caller with a place these machines are as far away as another region: they stand idle while one of the others lives.",
  whatToDo: "Give the entries a label topology.istio.io/locality with dots, and the group's spec.metadata.labels for machines to come.",
  cannotSee: "Where these machines stand.",
};
