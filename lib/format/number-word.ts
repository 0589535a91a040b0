import { formatCount } from "./count";

const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A small number as a word, as a sentence has it: "six"; beyond twelve, in figures. */
export function numberWord(count: number): string {
  return WORDS[count] ?? formatCount(count);
}
