import type { WordsOfSource } from "@/lib/format/words-of-source";

export const destinationRules: WordsOfSource = {
  listed: "destinationrules",
  notSeen: "DestinationRules were not seen",
  nouns: { destinationrule: "DestinationRule" },
};
