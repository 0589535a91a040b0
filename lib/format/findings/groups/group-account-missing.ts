import { plural } from "@/lib/format/count";
import { evidenceText, firstName, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const groupAccountMissing: WordsOfFinding = {
  title: "A group names an account that does not exist",
  found: (facts) =>
    `${firstName(facts)} names ${evidenceText(facts, "account")}, which ${evidenceText(facts, "namespace")} does not have, and has ${plural(Number(facts.evidence.machines ?? 0), "machine")}.`,
  why: "Only machines with a token of that account may join, and nobody can get one: none joins any more, and one whose certificate has expired does not come back.",
  whatToDo: "Make the account, and then new bundles: a token of an account that was deleted stays worthless. Or name the account that the machines have.",
  cannotSee: "Which machines still hold a certificate from before is not known.",
};
