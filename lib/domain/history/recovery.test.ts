import { expect, it } from "vitest";
import { recoveryOf } from "./recovery";

const M = 60_000;
const point = (minute: number, serving: number, missing = 0) => ({ at: minute * M, serving, total: 5 - missing, missing });
const gap = (from: number, to: number) => ({ from: from * M, to: to * M });

it.each([
  ["all serve again", [point(0, 5), point(10, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["all are there again", [point(0, 5), point(10, 2, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["they failed twice: the second return counts", [point(0, 3), point(10, 5), point(20, 4), point(25, 5), point(27, 5)], [], { since: 25 * M, isSeen: true }],
  ["one still fails", [point(0, 5), point(10, 3), point(31, 4)], [], null],
  ["one is still missing", [point(0, 5), point(10, 4, 1)], [], null],
  ["nothing failed within the band", [point(0, 5), point(10, 5)], [], null],
  ["no machine is left", [point(0, 3), { at: M, serving: 0, total: 0, missing: 0 }], [], null],
  ["nothing is known", [], [], null],
  ["nobody looked before it failed", [point(0, 5), point(10, 3), point(31, 5)], [gap(2, 8)], { since: 31 * M, isSeen: true }],
  ["nobody looked when they came back", [point(0, 5), point(10, 3), point(31, 5)], [gap(20, 31)], { since: 31 * M, isSeen: false }],
  ["nobody looked for a while since", [point(0, 5), point(10, 3), point(31, 5)], [gap(35, 40)], { since: 40 * M, isSeen: false }],
])("%s", (_what, points, gaps, recovery) => {
  expect(recoveryOf({ points, gaps })).toEqual(recovery);
});
