import { describe, expect, it } from "vitest";
import { levelBeforeLosses } from "./level-before-losses";

const told = (steps: readonly (readonly [number, number])[], planned: readonly number[] = []) =>
  levelBeforeLosses(
    steps.map(([at, total]) => ({ at, total })),
    planned,
  )
    .map(({ at, size }) => `${at}:${size}`)
    .join(" ");

describe("the level before losses", () => {
  it.each<readonly [string, readonly (readonly [number, number])[], readonly number[], string]>([
    [
      "stays while machines are lost and come back",
      [
        [0, 88],
        [10, 73],
        [20, 80],
        [30, 88],
      ],
      [],
      "0:88",
    ],
    [
      "rises with the machines",
      [
        [0, 3],
        [10, 5],
        [20, 4],
      ],
      [],
      "0:3 10:5",
    ],
    [
      "falls with those that somebody took away",
      [
        [0, 5],
        [10, 4],
        [20, 3],
      ],
      [10, 20],
      "0:5 10:4 20:3",
    ],
    [
      "falls by one where one was taken away and one was lost",
      [
        [0, 5],
        [10, 3],
      ],
      [10],
      "0:5 10:4",
    ],
    [
      "is not lowered by what went before",
      [
        [100, 5],
        [110, 4],
      ],
      [10, 20],
      "100:5",
    ],
    ["is nothing where nobody was there", [], [], ""],
  ])("%s", (_, steps, planned, levels) => {
    expect(told(steps, planned)).toBe(levels);
  });

  it.each([
    ["with the changes of its step", [14], "0:5 10:4"],
    ["not with those of a later step", [21], "0:5"],
    ["for one machine only", [14, 15], "0:5 10:4"],
  ])("counts a planned leave %s", (_, planned, levels) => {
    const steps = [
      { at: 0, total: 5 },
      { at: 10, total: 4 },
    ];
    const held = levelBeforeLosses(steps, planned, 10);
    expect(held.map(({ at, size }) => `${at}:${size}`).join(" ")).toBe(levels);
  });
});
