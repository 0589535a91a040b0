import { firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const addressEmpty: WordsOfFinding = {
  title: "An entry has neither an address nor a network",
  found: (facts) => `${firstName(facts)} says neither where its machine is nor in which network.`,
  why: "There is nothing that callers could be sent to. Istio's webhook refuses such an entry, so it was written while the webhook did not answer, or past it.",
  whatToDo: "Write the machine's address, or delete the entry.",
  cannotSee: "An address that leads nowhere looks like any other.",
};
