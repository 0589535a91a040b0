import type { WordsOfSource } from "@/lib/format/words-of-source";

export const nodes: WordsOfSource = {
  listed: "nodes",
  notSeen: "Nodes were not seen",
  nouns: {},
};
