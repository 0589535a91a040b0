import type { Serving } from "@/lib/domain/statements/serving";
import type { Headline } from "./headline";
import { formatNumber } from "./text/numbers";
import { type Tense, verbOf } from "./text/tense";

/** A serving statement as text; `of` is the paler part: "905", "of 924", "expected machines serve." */
export interface ServingHeadline extends Headline {
  readonly of: string;
}

/** Without an expected size the total is not part of the text. */
export function servingHeadline({ serving, total, basis, registered }: Serving, tense: Tense): ServingHeadline {
  const isExpected = basis === "expected";
  if (registered === 0 && (!isExpected || total === 0)) return { strong: "No machine", of: "", rest: `${verbOf(tense, "is registered", "was registered")}.` };
  if (!isExpected) return { strong: formatNumber(serving), of: "", rest: `${verbOf(tense, "serving", "served")}.` };
  const verb = total === 1 ? verbOf(tense, "serves", "served") : verbOf(tense, "serve", "served");
  return { strong: formatNumber(serving), of: `of ${formatNumber(total)}`, rest: `expected ${total === 1 ? "machine" : "machines"} ${verb}.` };
}
