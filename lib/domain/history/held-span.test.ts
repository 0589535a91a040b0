import { describe, expect, it } from "vitest";
import { heldSpan } from "./held-span";

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
      heldSpan(
        steps.map(([at, size]) => ({ at, size })),
        4,
      ),
    ).toEqual(expected);
  });
});
