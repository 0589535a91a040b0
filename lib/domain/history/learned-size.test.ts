import { describe, expect, it } from "vitest";
import { elasticFloor, learnedSize, longestHeldSpan, type SizeStep } from "./learned-size";

describe("how long a level was held", () => {
  it.each([
    [
      "since it was reached",
      [
        [0, 3],
        [10, 4],
      ],
      { from: 10, to: null },
    ],
    [
      "until it was lost",
      [
        [0, 4],
        [10, 3],
      ],
      { from: 0, to: 10 },
    ],
    [
      "through more machines than it",
      [
        [0, 4],
        [5, 6],
        [8, 4],
      ],
      { from: 0, to: null },
    ],
    [
      "through time that nobody watched",
      [
        [0, 4],
        [5, null],
        [9, 4],
      ],
      { from: 0, to: null },
    ],
    [
      "the last time of several",
      [
        [0, 4],
        [5, 2],
        [9, 4],
        [12, 1],
      ],
      { from: 9, to: 12 },
    ],
    ["never", [[0, 2]], null],
    ["by nobody who was never watched", [[0, null]], null],
  ] as const)("is told %s", (_, steps, expected) => {
    expect(
      longestHeldSpan(
        steps.map(([at, size]) => ({ at, size })),
        4,
      ),
    ).toEqual(expected);
  });
});

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

describe("an elastic size", () => {
  /** A size that is `high` by day and `low` by night, for so many days. */
  const days = (count: number, high: number, low: number, nightHours = 8) =>
    Array.from({ length: count }, (_, day) => [[(count - day) * 24, high] as const, [(count - day) * 24 - 24 + nightHours, low] as const]).flat();
  const cases: readonly [claim: string, told: readonly SizeStep[], failedHoursAgo: readonly number[], floor: number | null][] = [
    ["is not that of two nights", steps(...days(2, 60, 20), [0.6, 60]), [], null],
    ["has its floor after the third night", steps(...days(3, 60, 20), [0.6, 60]), [], 20],
    ["has its floor in the fourth night", steps(...days(4, 60, 20)), [], 20],
    ["has the smallest of several floors", steps([96, 60], [88, 30], [72, 60], [64, 20], [48, 60], [40, 40], [24, 60]), [], 20],
    ["does not count a fall in which a machine failed", steps(...days(3, 60, 20), [0.6, 60]), [8], null],
    ["counts a fall in spite of a failure before it", steps(...days(3, 60, 20), [0.6, 60]), [20], 20],
    ["does not count short falls", steps(...days(6, 60, 20, 0.4), [0.6, 60]), [], null],
    ["needs a rise that is held", steps(...days(3, 60, 20), [0.4, 60]), [], null],
    ["does not count a group that grows at first", steps([90, 0], [80, 20], [70, 40], [60, 60]), [], null],
    ["counts a fall in two steps once", steps([90, 60], [80, 40], [70, 20], [60, 40], [50, 60], [40, 40], [30, 20], [20, 60]), [], null],
    ["has no floor of the time before its first machine", steps([200, 0], ...days(4, 60, 20)), [], 20],
    ["may have the floor zero", steps(...days(3, 6, 0), [0.6, 6]), [], 0],
    ["forgets what is longer ago than a week", steps(...days(9, 60, 20).map(([hours, size]) => [hours + 120, size] as const), [110, 60]), [], null],
    ["is not broken by time without a watch", steps(...days(3, 60, 20), [7, null], [6, 20], [0.6, 60]), [], 20],
  ];
  it.each(cases)("%s", (_claim, told, failed, floor) => {
    const moments = failed.map((hoursAgo) => NOW - hoursAgo * HOUR);
    expect(elasticFloor(told, moments, NOW)).toBe(floor);
  });

  it("is never that of a rolling replacement, however many machines leave", () => {
    const told = Array.from({ length: 400 }, (_, at) => ({ at: NOW - (400 - at) * 120_000, size: at % 2 === 0 ? 59 : 60 }));
    expect(elasticFloor([{ at: NOW - 20 * HOUR, size: 60 }, ...told], [], NOW)).toBeNull();
  });
});
