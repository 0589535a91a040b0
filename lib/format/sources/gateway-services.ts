import type { WordsOfSource } from "@/lib/format/words-of-source";

export const gatewayServices: WordsOfSource = {
  listed: "services of gateways",
  notSeen: "Services of gateways were not seen",
  nouns: {},
};
