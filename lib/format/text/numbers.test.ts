import { expect, it } from "vitest";
import { formatNumber, formatPercent, numberWord, oneOrMany, plural, pluralWord, signed, twoDigits } from "./numbers";

it.each([
  [0, "0"],
  [999, "999"],
  [1204, "1,204"],
  [1_000_000, "1,000,000"],
])("formats %d as %s", (value, text) => expect(formatNumber(value)).toBe(text));

it.each([
  [0, "no"],
  [6, "six"],
  [12, "twelve"],
  [13, "13"],
  [1204, "1,204"],
])("writes %d as the word %s", (count, word) => expect(numberWord(count)).toBe(word));

it.each([
  [3, "+3"],
  [-2, "−2"],
  [0, "0"],
  [-1204, "−1,204"],
])("shows the sign of the change %d as %s", (change, text) => expect(signed(change)).toBe(text));

it.each([
  [0, "machines", "them"],
  [1, "machine", "it"],
  [2, "machines", "them"],
])("with the count %d uses %s and %s", (count, noun, pronoun) => {
  expect(oneOrMany(count, "machine")).toBe(noun);
  expect(oneOrMany(count, "it", "them")).toBe(pronoun);
});

it.each([
  [1, "entry", "entries", "1 entry", "one entry"],
  [0, "entry", "entries", "0 entries", "no entries"],
  [1204, "machine", undefined, "1,204 machines", "1,204 machines"],
  [6, "host", undefined, "6 hosts", "six hosts"],
])("counts %d of %s or %s as %s and %s", (count, one, many, figures, words) => {
  expect(plural(count, one, many)).toBe(figures);
  expect(pluralWord(count, one, many)).toBe(words);
});

it.each([
  [0, "0 %"],
  [0.001, "under 1 %"],
  [0.374, "37 %"],
  [0.9999, "over 99 %"],
  [1, "100 %"],
])("shows the share %d as %s", (share, text) => expect(formatPercent(share)).toBe(text));

it("pads a number to two digits", () => {
  expect([twoDigits(7), twoDigits(12)]).toEqual(["07", "12"]);
});
