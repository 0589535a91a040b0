import { listPhrase } from "@/lib/format/count";
import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const accountShared: WordsOfFinding = {
  title: "Several groups share a service account",
  found: (facts) => `Groups ${listPhrase(facts.objects.map(({ name }) => name))} name the account ${evidenceText(facts, "account")}.`,
  why: "Whoever holds a token of it may join any of these groups under any address and take over its entries, and policies cannot tell their machines apart.",
  whatToDo: "Give each group an account of its own: make the account, hand out new bundles, then name it in the group.",
  cannotSee: "Pods and people that use the account too are not counted.",
};
