import type { WordsOfSource } from "@/lib/format/words-of-source";

export const services: WordsOfSource = {
  listed: "services",
  notSeen: "Services were not seen",
  nouns: { service: "Service" },
};
