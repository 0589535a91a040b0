import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const registrationOverwritten: WordsOfFinding = {
  title: "A group's annotation renames the group of its entries",
  found: (facts) => `${firstName(facts)} annotates its entries as registered by ${evidenceText(facts, "annotation") || "nobody"}.`,
  why: "It overwrites istiod's own note of the group: telemetry counts these machines elsewhere, and with an empty one istiod does not remove them when they leave.",
  whatToDo: "Take the annotation out of the group's spec.metadata. Entries that have it keep it until they are made anew, or are patched.",
  cannotSee: "Entries that were made before the annotation are told by their own page.",
};
