import { describe, expect, it } from "vitest";
import { elasticSizeFloor, lastSpanOfMinSize, learnedSize, type SizeStep } from "./learned-size";

describe("the last span with four machines or more", () => {
  it.each([
    [
      "from the time at which it was reached",
      [
        [0, 3],
        [10, 4],
      ],
      { from: 10, to: null },
    ],
    [
      "until the level was lost",
      [
        [0, 4],
        [10, 3],
      ],
      { from: 0, to: 10 },
    ],
    [
      "over times with more machines",
      [
        [0, 4],
        [5, 6],
        [8, 4],
      ],
      { from: 0, to: null },
    ],
    [
      "over a gap",
      [
        [0, 4],
        [5, null],
        [9, 4],
      ],
      { from: 0, to: null },
    ],
    [
      "as the last one of several",
      [
        [0, 4],
        [5, 2],
        [9, 4],
        [12, 1],
      ],
      { from: 9, to: 12 },
    ],
    ["as null if the level was never reached", [[0, 2]], null],
    ["as null without an observation", [[0, null]], null],
  ] as const)("the last span with four machines or more is returned %s", (_, steps, expected) => {
    expect(
      lastSpanOfMinSize(
        steps.map(([at, size]) => ({ at, size })),
        4,
      ),
    ).toEqual(expected);
  });
});

const HOUR = 3_600_000;
const NOW = 30 * 24 * HOUR;

/** `[hours ago, size]`, oldest first; null = a gap in observation. */
function steps(...told: readonly (readonly [hoursAgo: number, size: number | null])[]): SizeStep[] {
  return told.map(([hoursAgo, size]) => ({ at: NOW - hoursAgo * HOUR, size }));
}

describe("the learned size of a group", () => {
  const cases: readonly [claim: string, told: readonly SizeStep[], plannedHoursAgo: readonly number[], size: number | null][] = [
    ["is not known without a history", [], [], null],
    ["is not known within the first half hour", steps([0.4, 6]), [], null],
    ["is known after half an hour", steps([0.5, 6]), [], 6],
    ["is the size before machines were lost", steps([10, 6], [1, 3]), [], 6],
    ["is the smaller size after a day without change", steps([48, 6], [24, 3]), [], 3],
    ["is still the larger size after less than a day without change", steps([48, 6], [23.9, 3]), [], 6],
    ["ignores a peak that lasted less than half an hour", steps([10, 6], [5, 9], [4.6, 6], [1, 5]), [], 6],
    ["is a size that the group always had or exceeded for half an hour", steps([3, 6], [2.8, 7], [2.6, 6], [2.4, 7], [2.2, 4]), [], 6],
    ["excludes what is more than a week ago", steps([200, 20], [167.9, 6], [100, 7], [10, 6]), [], 7],
    ["is lowered by planned leaves", steps([10, 6], [2, 5], [1, 4]), [2, 1], 4],
    ["is not lowered by a loss", steps([10, 6], [2, 5], [1, 4]), [2], 5],
    ["does not count time in a gap", steps([10, 6], [9.8, null], [0.2, 6]), [], null],
    ["continues over a gap", steps([10, 6], [9.8, null], [0.4, 6]), [], 6],
    ["is 0 if the group had no machine for a day", steps([48, 3], [24, 0]), [], 0],
  ];
  it.each(cases)("the learned size of a group: %s", (_claim, told, planned, size) => {
    const endings = planned.map((hoursAgo) => NOW - hoursAgo * HOUR);
    expect(learnedSize(told, endings, NOW)).toBe(size);
  });

  it("the learned size of a group uses the durations of the given rule", () => {
    const rule = { settledMs: 2_400, heldMs: 50, spanMs: 16_800 };
    expect(learnedSize([{ at: NOW - 60, size: 6 }], [], NOW, rule)).toBe(6);
    expect(learnedSize([{ at: NOW - 40, size: 6 }], [], NOW, rule)).toBeNull();
  });

  it("the learned size of a group is computed in one pass, however often the size changed", () => {
    const told = Array.from({ length: 20_000 }, (_, at) => ({ at: NOW - (20_000 - at) * 20_000, size: 100 + (at % 7) }));
    expect(learnedSize(told, [], NOW)).toBe(100);
  });
});

describe("an elastic size", () => {
  /** A size that is `high` by day and `low` by night, for a number of days. */
  const days = (count: number, high: number, low: number, nightHours = 8) =>
    Array.from({ length: count }, (_, day) => [[(count - day) * 24, high] as const, [(count - day) * 24 - 24 + nightHours, low] as const]).flat();
  const cases: readonly [claim: string, told: readonly SizeStep[], failedHoursAgo: readonly number[], floor: number | null][] = [
    ["is not known after two falls and rises", steps(...days(2, 60, 20), [0.6, 60]), [], null],
    ["has its floor after the third fall and rise", steps(...days(3, 60, 20), [0.6, 60]), [], 20],
    ["has its floor during the fourth fall", steps(...days(4, 60, 20)), [], 20],
    ["has the smallest of several floors", steps([96, 60], [88, 30], [72, 60], [64, 20], [48, 60], [40, 40], [24, 60]), [], 20],
    ["does not count a fall in which a machine failed", steps(...days(3, 60, 20), [0.6, 60]), [8], null],
    ["counts a fall in spite of a failure before it", steps(...days(3, 60, 20), [0.6, 60]), [20], 20],
    ["does not count short falls", steps(...days(6, 60, 20, 0.4), [0.6, 60]), [], null],
    ["does not count a fall before a short rise", steps(...days(3, 60, 20), [0.4, 60]), [], null],
    ["does not count a group that grows at first", steps([90, 0], [80, 20], [70, 40], [60, 60]), [], null],
    ["counts a fall in two steps once", steps([90, 60], [80, 40], [70, 20], [60, 40], [50, 60], [40, 40], [30, 20], [20, 60]), [], null],
    ["excludes the time before the first machine", steps([200, 0], ...days(4, 60, 20)), [], 20],
    ["can have the floor zero", steps(...days(3, 6, 0), [0.6, 6]), [], 0],
    ["excludes what is more than a week ago", steps(...days(9, 60, 20).map(([hours, size]) => [hours + 120, size] as const), [110, 60]), [], null],
    ["counts falls over a gap", steps(...days(3, 60, 20), [7, null], [6, 20], [0.6, 60]), [], 20],
  ];
  it.each(cases)("an elastic size: %s", (_claim, told, failed, floor) => {
    const moments = failed.map((hoursAgo) => NOW - hoursAgo * HOUR);
    expect(elasticSizeFloor(told, moments, NOW)).toBe(floor);
  });

  it("an elastic size is null during a rolling replacement, however many machines leave", () => {
    const told = Array.from({ length: 400 }, (_, at) => ({ at: NOW - (400 - at) * 120_000, size: at % 2 === 0 ? 59 : 60 }));
    expect(elasticSizeFloor([{ at: NOW - 20 * HOUR, size: 60 }, ...told], [], NOW)).toBeNull();
  });
});
