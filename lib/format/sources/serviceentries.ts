import type { WordsOfSource } from "@/lib/format/words-of-source";

export const serviceEntries: WordsOfSource = {
  listed: "serviceentries",
  notSeen: "ServiceEntries were not seen",
  nouns: { serviceentry: "ServiceEntry" },
};
