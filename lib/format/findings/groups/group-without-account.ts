import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupWithoutAccount: WordsOfFinding = {
  title: "A group names no service account",
  found: (facts) =>
    `${firstName(facts)} in ${evidenceText(facts, "namespace")} names none, and has ${plural(Number(facts.evidence.machines ?? 0), "machine")}.`,
  why: "Any account of the namespace may join it. Callers send its machines plain text, as their identity is not known, and a gateway passes nothing to them from other networks.",
  whatToDo: "Name the account that its machines' bundles were made for, which is mostly default; then have their entries made anew.",
  cannotSee: "Which account the machines' tokens are of is not known.",
};
