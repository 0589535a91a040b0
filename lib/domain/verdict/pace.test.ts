import { describe, expect, it } from "vitest";
import { type FailurePace, failurePaceOf, SUDDEN_WITHIN_MS } from "./tiers";

const T = 1_800_000_000_000;
const minute = 60_000;

describe("the pace at which machines stopped serving", () => {
  const cases: readonly [claim: string, begins: readonly number[], pace: FailurePace | null][] = [
    ["is null without a machine", [], null],
    ["is null for one machine", [T], null],
    ["is 'sudden' if all machines stopped within seconds", [T + 2_000, T, T + 1_000], { kind: "sudden", count: 3, total: 3, lastedMs: 2_000 }],
    ["is 'sudden' if one more machine failed the day before", [T - 1_440 * minute, T, T + 1_000], { kind: "sudden", count: 2, total: 3, lastedMs: 1_000 }],
    ["is 'slow' if the machines stopped one after another", [T, T + 5 * minute, T + 10 * minute], { kind: "slow", count: 3, total: 3, lastedMs: 10 * minute }],
    [
      "is 'slow' if one rise of many machines lasts longer than two minutes",
      [0, 50_000, 100_000, 150_000].map((ms) => T + ms),
      { kind: "slow", count: 4, total: 4, lastedMs: 150_000 },
    ],
    ["is 'sudden' up to two minutes", [T, T + 59_000, T + 110_000, T + SUDDEN_WITHIN_MS], { kind: "sudden", count: 4, total: 4, lastedMs: SUDDEN_WITHIN_MS }],
    [
      "is 'slow' if less than half stopped suddenly",
      [T, T + 10 * minute, T + 20 * minute, T + 30 * minute, T + 30 * minute + 1_000],
      { kind: "slow", count: 5, total: 5, lastedMs: 30 * minute + 1_000 },
    ],
  ];
  it.each(cases)("the pace at which machines stopped serving: %s", (_claim, begins, pace) => {
    expect(failurePaceOf(begins)).toEqual(pace);
  });
});
