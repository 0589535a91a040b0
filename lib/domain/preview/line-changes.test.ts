import fc from "fast-check";
import { expect, it } from "vitest";
import { lineDiff } from "./line-changes";

const lines = (text: string) => text.split("");

it.each<[string, string, readonly number[], Readonly<Record<number, string>>]>([
  ["abc", "abc", [], {}],
  ["abc", "axc", [1], { 1: "b" }],
  ["abc", "abxc", [2], {}],
  ["abc", "ac", [], { 1: "b" }],
  ["abc", "", [], { 0: "abc" }],
  ["", "ab", [0, 1], {}],
  ["abcd", "xbcy", [0, 3], { 0: "a", 3: "d" }],
])("changedLines returns the added and removed lines if %j becomes %j", (before, after, added, gone) => {
  const found = lineDiff(lines(before).filter(Boolean), lines(after).filter(Boolean));
  expect([...found.added]).toEqual(added);
  expect(Object.fromEntries([...found.gone].map(([at, texts]) => [at, texts.join("")]))).toEqual(gone);
});

it("lineDiff returns lines from which the first text can be restored", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, gone } = lineDiff(before, after);
      const back = [...after, ""].flatMap((line, at) => [...(gone.get(at) ?? []), ...(at === after.length || added.has(at) ? [] : [line])]);
      expect(back).toEqual(before);
    }),
    { numRuns: 300 },
  );
});
