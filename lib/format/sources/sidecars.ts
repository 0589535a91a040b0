import type { WordsOfSource } from "@/lib/format/words-of-source";

export const sidecars: WordsOfSource = {
  listed: "sidecars",
  notSeen: "Sidecars were not seen",
  nouns: { sidecar: "Sidecar" },
};
