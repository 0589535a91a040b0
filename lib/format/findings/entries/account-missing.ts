import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const accountMissing: WordsOfFinding = {
  title: "An entry names an account that does not exist",
  found: (facts) => `${firstName(facts)} names ${evidenceText(facts, "account")}, and ${evidenceText(facts, "namespace")} has no service account of that name.`,
  why: "Nobody can get a token of it: once the machine's certificate has expired it cannot prove who it is, and mutual TLS of its callers fails.",
  whatToDo: "Make the account, and then a new bundle for the machine: a token of an account that was deleted stays worthless. Or name the account that it has.",
  cannotSee: "Whether the machine still holds a certificate from before is not known.",
};
