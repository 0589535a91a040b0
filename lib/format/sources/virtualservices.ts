import type { WordsOfSource } from "@/lib/format/words-of-source";

export const virtualServices: WordsOfSource = {
  listed: "virtualservices",
  notSeen: "VirtualServices were not seen",
  nouns: { virtualservice: "VirtualService" },
};
