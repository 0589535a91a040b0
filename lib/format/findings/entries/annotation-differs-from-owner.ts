import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const annotationDiffersFromOwner: WordsOfFinding = {
  title: "An entry's annotation and owner name two groups",
  found: (facts) => `${firstName(facts)} is owned by group ${evidenceText(facts, "owner")}, and its annotation names ${evidenceText(facts, "annotation")}.`,
  why: "Deletion follows the owner, telemetry and most tools the annotation: the machine is counted in one group and deleted with the other.",
  whatToDo: "Set the annotation to the owner's name. If each new entry has it again, the group's own template overwrites it.",
  cannotSee: "Which of both was meant is known to whoever wrote it.",
};
