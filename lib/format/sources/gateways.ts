import type { WordsOfSource } from "@/lib/format/words-of-source";

export const gateways: WordsOfSource = {
  listed: "gateways",
  notSeen: "Gateways were not seen",
  nouns: {},
};
