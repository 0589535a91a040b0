const GROUPED = new Intl.NumberFormat("en-US");

/** "1,204". */
export function formatNumber(value: number): string {
  return GROUPED.format(value);
}

const NUMBER_WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "six", and figures from 13 on. */
export function numberWord(count: number): string {
  return NUMBER_WORDS[count] ?? formatNumber(count);
}

/** A share as "37 %". A part that is neither nothing nor all never shows as "0 %" or "100 %". */
export function formatPercent(share: number): string {
  if (share > 0 && share < 0.01) return "under 1 %";
  if (share < 1 && share > 0.99) return "over 99 %";
  return `${Math.round(share * 100)} %`;
}

/** "07". */
export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** A change with its sign: "+3", "−2", "0". */
export function signed(change: number): string {
  if (change === 0) return "0";
  return `${change > 0 ? "+" : "−"}${formatNumber(Math.abs(change))}`;
}

/** The form of a noun or pronoun that agrees with a count: "machine", "machines"; "it", "them". */
export function oneOrMany(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** A count with its noun: "1 machine", "1,204 machines". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${oneOrMany(count, one, many)}`;
}

/** "six machines". */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return `${numberWord(count)} ${oneOrMany(count, one, many)}`;
}
