import { expect, it } from "vitest";
import { recoveryStatement } from "./recovery";

const group = (serving: number, total: number, expected: number | null, unvouched = 0) => ({
  rollUp: { serving, fullTotal: Math.max(total, expected ?? 0), expected },
  unvouched,
});
const point = (at: number, serving: number, missing = 0) => ({ at, serving, missing, total: 5 - missing });
const fellTo3 = { points: [point(1, 5), point(2, 3, 2), point(3, 5)], gaps: [] };

it.each([
  ["all expected machines serve again", group(5, 5, 5), fellTo3, { kind: "group-recovered", serving: 5, size: 5, since: 3, isSeen: true }],
  [
    "the recovery was in a gap",
    group(5, 5, 5),
    { ...fellTo3, gaps: [{ from: 2, to: 4 }] },
    { kind: "group-recovered", serving: 5, size: 5, since: 4, isSeen: false },
  ],
  ["some are missing", group(4, 4, 5), fellTo3, { kind: "machines-awaited", serving: 4, awaited: 1, size: 5, fewest: null, fewestAt: null }],
  [
    "some are missing, but more serve than at the worst time",
    group(4, 4, 5),
    { points: [point(1, 5), point(2, 3, 2)], gaps: [] },
    { kind: "machines-awaited", serving: 4, awaited: 1, size: 5, fewest: 3, fewestAt: 2 },
  ],
  ["the history is not read", group(4, 4, 5), null, { kind: "machines-awaited", serving: 4, awaited: 1, size: 5, fewest: null, fewestAt: null }],
  ["a machine is unverified", group(5, 5, 5, 1), fellTo3, null],
  ["no machine failed", group(5, 5, 5), { points: [point(1, 5)], gaps: [] }, null],
  [
    "no size is known and as many serve as before",
    group(5, 5, null),
    fellTo3,
    { kind: "group-recovered", serving: 5, size: null, since: 3, isSeen: true, before: 5 },
  ],
  [
    "no size is known, and one of two is lost for good",
    group(1, 1, null),
    {
      points: [
        { at: 1, serving: 2, missing: 0, total: 2 },
        { at: 2, serving: 0, missing: 1, total: 1 },
        { at: 3, serving: 1, missing: 0, total: 1 },
      ],
      gaps: [],
    },
    { kind: "fewer-serving", serving: 1, most: 2, mostAt: 1 },
  ],
  [
    "no size is known and fewer serve",
    group(3, 3, null),
    { points: [point(1, 5), point(2, 3)], gaps: [] },
    { kind: "fewer-serving", serving: 3, most: 5, mostAt: 1 },
  ],
])("recoveryStatement returns the right statement if %s", (_case, row, band, statement) => {
  expect(recoveryStatement(row, band)).toEqual(statement);
});
