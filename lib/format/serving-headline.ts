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

/** The most characters of a name that leave room for the verb on one line of a desktop, and the number of them at its end. */
const MOST_OF_A_NAME = 48;
const END_OF_A_NAME = 20;

/** Returns a headline with the name of its group: "42 of 48 checkout machines are serving." `name`: "" = without it. A long name loses its middle. */
export function headlineWithName(headline: ServingHeadline, name: string): ServingHeadline {
  if (name === "") return headline;
  const short = name.length <= MOST_OF_A_NAME ? name : `${name.slice(0, MOST_OF_A_NAME - END_OF_A_NAME)}…${name.slice(-END_OF_A_NAME)}`;
  return { ...headline, rest: `${short} ${headline.rest}` };
}

/** Returns the headline of a group whose machines the viewer may not list. */
export function hiddenMachinesHeadline({ past }: Pick<Tense, "past">): ServingHeadline {
  return { strong: "The machines", of: "", rest: `of this group ${be(2, { past })} not visible to you.` };
}
