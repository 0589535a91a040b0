import type { WordsOfSource } from "@/lib/format/words-of-source";

export const namespaces: WordsOfSource = {
  listed: "namespaces",
  notSeen: "namespaces were not seen",
  nouns: {},
};
