import type { WordsOfSource } from "@/lib/format/words-of-source";

export const serviceAccounts: WordsOfSource = {
  listed: "serviceaccounts",
  notSeen: "ServiceAccounts were not seen",
  nouns: {},
};
