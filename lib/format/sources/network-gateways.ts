import type { WordsOfSource } from "@/lib/format/words-of-source";

export const networkGateways: WordsOfSource = {
  listed: "gateways of the Kubernetes Gateway API",
  notSeen: "Gateways of the Kubernetes Gateway API were not seen",
  nouns: {},
};
