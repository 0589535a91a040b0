import { formatNumber, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** The counts of a roll-up. `expected` null = no size is known, and the total is not part of the text. */
interface ServingCounts {
  readonly serving: number;
  readonly doubted: number;
  readonly expected: number | null;
  readonly fullTotal: number;
}

/** "18 of 20 machines serve, 2 unverified". */
export function countSentence({ serving, doubted, expected, fullTotal }: ServingCounts): string {
  const machines = expected === null ? plural(serving, "machine") : `${formatNumber(serving)} of ${plural(fullTotal, "machine")}`;
  const doubt = doubted > 0 ? `, ${formatNumber(doubted)} unverified` : "";
  return `${machines} ${verb(expected === null ? serving : fullTotal, "serve")}${doubt}`;
}
