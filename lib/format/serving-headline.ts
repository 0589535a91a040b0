import { formatCount, plural } from "./count";
import type { Headline } from "./headline";
import { type Tense, verbOf } from "./tense";

/** How many serve, of how many: never "4 of 4" where nobody knows how many there should be. */
export function servingHeadline(serving: number, expected: number | null, total: number, tense: Tense): Headline {
  if (total === 0 && (expected === null || expected === 0)) return { strong: "No machine", rest: `${verbOf(tense, "is", "was")} registered.` };
  if (expected === null) return { strong: formatCount(serving), rest: `${verbOf(tense, "serving", "served")}.` };
  const verb = expected === 1 ? verbOf(tense, "serves", "served") : verbOf(tense, "serve", "served");
  return { strong: formatCount(serving), rest: `of ${plural(expected, "expected machine")} ${verb}.` };
}
