import { describe, expect, it } from "vitest";
import { learnedSize, type SizeStep } from "./learned-size";

const HOUR = 3_600_000;
const NOW = 30 * 24 * HOUR;

/** `[hours ago, size]`, oldest first; null = nobody was looking. */
function steps(...told: readonly (readonly [hoursAgo: number, size: number | null])[]): SizeStep[] {
  return told.map(([hoursAgo, size]) => ({ at: NOW - hoursAgo * HOUR, size }));
}

describe("the size that a group held steadily", () => {
  const cases: readonly [claim: string, told: readonly SizeStep[], plannedHoursAgo: readonly number[], size: number | null][] = [
    ["is not known where nothing is recorded", [], [], null],
    ["is not known within the first half hour", steps([0.4, 6]), [], null],
    ["is known after half an hour", steps([0.5, 6]), [], 6],
    ["is what it was before machines were lost", steps([10, 6], [1, 3]), [], 6],
    ["is the smaller one after a day without change", steps([48, 6], [24, 3]), [], 3],
    ["is still the larger one a moment before that", steps([48, 6], [23.9, 3]), [], 6],
    ["forgets a peak that lasted less than half an hour", steps([10, 6], [5, 9], [4.6, 6], [1, 5]), [], 6],
    ["keeps a level that was only ever exceeded", steps([3, 6], [2.8, 7], [2.6, 6], [2.4, 7], [2.2, 4]), [], 6],
    ["forgets what is longer ago than a week", steps([200, 20], [167.9, 6], [100, 7], [10, 6]), [], 7],
    ["is lowered by who went as planned", steps([10, 6], [2, 5], [1, 4]), [2, 1], 4],
    ["is not lowered by who was lost", steps([10, 6], [2, 5], [1, 4]), [2], 5],
    ["does not count time that nobody watched", steps([10, 6], [9.8, null], [0.2, 6]), [], null],
    ["is not broken by such time", steps([10, 6], [9.8, null], [0.4, 6]), [], 6],
    ["is nothing where nothing was held for a day", steps([48, 3], [24, 0]), [], 0],
  ];
  it.each(cases)("%s", (_claim, told, planned, size) => {
    const endings = planned.map((hoursAgo) => NOW - hoursAgo * HOUR);
    expect(learnedSize(told, endings, NOW)).toBe(size);
  });

  it("takes its durations from whoever runs a faster clock", () => {
    const rule = { settledMs: 2_400, heldMs: 50, spanMs: 16_800 };
    expect(learnedSize([{ at: NOW - 60, size: 6 }], [], NOW, rule)).toBe(6);
    expect(learnedSize([{ at: NOW - 40, size: 6 }], [], NOW, rule)).toBeNull();
  });

  it("is found in one pass, however often the size turned", () => {
    const told = Array.from({ length: 20_000 }, (_, at) => ({ at: NOW - (20_000 - at) * 20_000, size: 100 + (at % 7) }));
    expect(learnedSize(told, [], NOW)).toBe(100);
  });
});
