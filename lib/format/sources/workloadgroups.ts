import type { WordsOfSource } from "@/lib/format/words-of-source";

export const workloadGroups: WordsOfSource = {
  listed: "workloadgroups",
  notSeen: "groups were not seen",
  nouns: { group: "group" },
};
