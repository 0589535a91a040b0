import type { WordsOfSource } from "@/lib/format/words-of-source";

export const istiodDeployments: WordsOfSource = {
  listed: "istiod's deployments",
  notSeen: "istiod's Deployments were not seen",
  nouns: {},
};
