import type { ServingStatement } from "@/lib/domain/statements/counts";
import type { Headline } from "./headline";
import { formatNumber, oneOrMany } from "./text/numbers";
import { be, type Tense, verbOf } from "./text/tense";

/** A serving statement as text; `of` is the paler part: "905", "of 924", "machines are serving." */
export interface ServingHeadline extends Headline {
  readonly of: string;
}

/** Without an expected size the total of a group is not part of the text. */
export function servingHeadline({ serving, total, basis }: ServingStatement, tense: Tense): ServingHeadline {
  if (total === 0) return { strong: "No machine", of: "", rest: `${verbOf(tense, "is registered", "was registered")}.` };
  if (basis === "registered") return { strong: formatNumber(serving), of: "", rest: servingPhrase(serving, tense) };
  if (serving === total) return { strong: total === 1 ? "1" : `All ${formatNumber(total)}`, of: "", rest: servingPhrase(total, tense) };
  return { strong: formatNumber(serving), of: `of ${formatNumber(total)}`, rest: servingPhrase(total, tense) };
}

/** "machines are serving." `count` gives the number of the noun. */
function servingPhrase(count: number, tense: Tense): string {
  return `${oneOrMany(count, "machine", "machines")} ${verbOf(tense, `${be(count)} serving`, `${be(count, tense)} serving`)}.`;
}
