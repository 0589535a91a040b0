import type { WordsOfSource } from "@/lib/format/words-of-source";

export const istiodPods: WordsOfSource = {
  listed: "istiod's pods",
  notSeen: "istiod's Pods were not seen, so that no connection can be vouched for",
  nouns: { replica: "replica" },
};
