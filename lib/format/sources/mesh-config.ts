import type { WordsOfSource } from "@/lib/format/words-of-source";

export const meshConfig: WordsOfSource = {
  listed: "the mesh's configuration",
  notSeen: "the mesh's configuration was not seen",
  nouns: {},
};
