import type { WordsOfSource } from "@/lib/format/words-of-source";

export const workloadPods: WordsOfSource = {
  listed: "workload pods",
  notSeen: "Pods beside the machines were not seen",
  nouns: {},
};
