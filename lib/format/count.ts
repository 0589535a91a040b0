/** What a count needs of a roll-up. */
export interface Counted {
  readonly total: number;
  readonly serving: number;
  readonly doubted: number;
  readonly expected: number | null;
}

const GROUPED = new Intl.NumberFormat("en-US");

/** A whole number with its thousands apart: "1,204". */
export function formatCount(count: number): string {
  return GROUPED.format(count);
}

/** A number and its noun: "1 machine", "1,204 machines". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** Serving, doubted and expected in one phrase: "18 of 20", "18 +2? of 20", and "4 serving" where nobody knows how many there should be. */
export function countPhrase({ serving, doubted, expected }: Counted): string {
  const sure = formatCount(serving);
  const both = doubted > 0 ? `${sure} +${formatCount(doubted)}?` : sure;
  return expected === null ? `${both} serving` : `${both} of ${formatCount(expected)}`;
}

/** The same for a reader who hears it: "18 of 20 expected machines serve, and 2 more that nobody can vouch for". */
export function countSentence({ serving, doubted, expected }: Counted): string {
  const machines = expected === null ? plural(serving, "machine") : `${formatCount(serving)} of ${plural(expected, "expected machine")}`;
  const doubt = doubted > 0 ? `, and ${formatCount(doubted)} more that nobody can vouch for` : "";
  return `${machines} ${(expected ?? serving) === 1 ? "serves" : "serve"}${doubt}`;
}

/** A list in words: "a", "a and b", "a, b and c". */
export function listPhrase(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? "") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
