import type { WordsOfSource } from "@/lib/format/words-of-source";

export const authorizationPolicies: WordsOfSource = {
  listed: "authorizationpolicies",
  notSeen: "AuthorizationPolicies were not seen",
  nouns: { authorizationpolicy: "AuthorizationPolicy" },
};
