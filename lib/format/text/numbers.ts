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
