import { clockSkew } from "./entries/clock-skew";
import type { WordsOfFinding } from "./words-of-finding";

/** The words of every rule, by its name. */
export const RULE_WORDS: Readonly<Record<string, WordsOfFinding>> = {
  // entries
  "clock-skew": clockSkew,
  // groups
  // hosts
  // places
  // networks
  // control plane
};
