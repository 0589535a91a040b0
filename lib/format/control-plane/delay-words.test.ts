import { expect, it } from "vitest";
import { delayWords, quantilePhrase } from "./delay-words";

it.each([
  [0, "under 1 s"],
  [999, "under 1 s"],
  [1_000, "1 s"],
  [2_450, "2.4 s"],
  [9_999, "9.9 s"],
  [10_000, "10 s"],
  [59_999, "59 s"],
  [180_000, "3 min"],
])("%d ms is %s", (ms, words) => {
  expect(delayWords(ms)).toBe(words);
});

it.each([
  [2_000, 11_000, 0, "half were back after 2 s, 95 % after 11 s"],
  [100, 900, 0, "95 % were back within 1 s"],
  [2_000, 11_000, 50, "of 50 timed moves, half were back after 2 s, 95 % after 11 s"],
  [0, 900, 99, "of 1 timed move, 95 % were back within 1 s"],
  [null, null, 100, "all moved before their replica was seen to end"],
])("half %j, 95 %% %j, %d of 100 early: %s", (p50, p95, early, phrase) => {
  expect(quantilePhrase({ p50, p95, moves: 100, early })).toBe(phrase);
});

it("of nobody who moved there is nothing to tell", () => {
  expect(quantilePhrase({ p50: null, p95: null, moves: 0, early: 0 })).toBe("");
});
