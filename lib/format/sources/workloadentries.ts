import type { WordsOfSource } from "@/lib/format/words-of-source";

export const workloadEntries: WordsOfSource = {
  listed: "workloadentries",
  notSeen: "machines were not seen",
  nouns: { entry: "machine" },
};
