import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const accountDiffers: WordsOfFinding = {
  title: "An entry has another account than its group",
  found: (facts) =>
    `${firstName(facts)} has ${evidenceText(facts, "found") || "no account"}, and its group ${evidenceText(facts, "group")} names ${evidenceText(facts, "wanted")}.`,
  why: "When the entry is made anew it has the group's account, and Istio refuses a machine whose token is of another: it loses its configuration too.",
  whatToDo: "Hand out a bundle of the new account before the machine is away for longer than the grace period, or give the group its old account back.",
  cannotSee: "Whose token the machine holds now is not known.",
};
