import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const stillHereAfterPlan: WordsOfFinding = {
  title: "Machines that were planned to go are still here",
  found: (facts) => `${firstName(facts)} names machines that were to be gone by now and are here: ${evidenceText(facts, "entries")}.`,
  why: "They may still get traffic. When such a machine leaves, its loss counts as planned, also where it fails.",
  whatToDo: "Drain and stop them, or take their marks away on the group's page (annotation stolos.dev/planned-leaves).",
  cannotSee: "Whether the plan was put off. Nobody is told of a mark without an end.",
};
