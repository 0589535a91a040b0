import { plural } from "@/lib/format/count";
import { evidenceCount } from "@/lib/format/findings/evidence-words";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const sentTwice: WordsOfFinding = {
  title: "A machine is sent twice for one host",
  found: (facts) =>
    `${firstName(facts)} and ${evidenceText(facts, "other")} both define ${evidenceText(facts, "host")} and take the same ${plural(evidenceCount(facts, "machines"), "machine")}.`,
  why: "istiod sends each of them twice and does not remove doubles; a caller's Envoy keeps one of two equal addresses. Weights and counts are then not what is written.",
  whatToDo: "Let one of the two select these machines, and the other those that only it knows.",
  cannotSee: "Which of the two Envoy keeps, where their ports differ.",
};
