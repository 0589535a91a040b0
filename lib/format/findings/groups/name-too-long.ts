import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const nameTooLong: WordsOfFinding = {
  title: "A group's name is too long for a label",
  found: (facts) => `${firstName(facts)} has ${evidenceText(facts, "letters")} letters, and none of its labels gives another name.`,
  why: "A bundle makes the group's name a label of its machine, and a label's value has 63 letters at most: the API server refuses the entry, and with it the machine.",
  whatToDo: "Give the group a canonical name of at most 63 letters before its bundles are made; bundles that exist are made anew.",
  cannotSee: "Bundles that were not made by istioctl may have no such label.",
};
