import { formatNumber, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** The counts of a roll-up. `expected` null = unknown. */
interface ServingCounts {
  readonly serving: number;
  readonly doubted: number;
  readonly expected: number | null;
}

/** "18 of 20 expected machines serve, and 2 more that nobody can vouch for". */
export function countSentence({ serving, doubted, expected }: ServingCounts): string {
  const machines = expected === null ? plural(serving, "machine") : `${formatNumber(serving)} of ${plural(expected, "expected machine")}`;
  const doubt = doubted > 0 ? `, and ${formatNumber(doubted)} more that nobody can vouch for` : "";
  return `${machines} ${verb(expected ?? serving, "serve")}${doubt}`;
}
