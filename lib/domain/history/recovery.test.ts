import { expect, it } from "vitest";
import { noCounts, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { fewestSinceWhole, groupRecoveryOf, levelRegained, mostServed, withoutUnknown } from "./recovery";

const M = 60_000;
const point = (minute: number, serving: number, missing = 0) => ({ at: minute * M, serving, total: 5 - missing, missing });
const gap = (from: number, to: number) => ({ from: from * M, to: to * M });

it.each([
  ["all serve again", [point(0, 5), point(10, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["all are there again", [point(0, 5), point(10, 2, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["they failed twice: the second return counts", [point(0, 3), point(10, 5), point(20, 4), point(25, 5), point(27, 5)], [], { since: 25 * M, isSeen: true }],
  ["the size became smaller after a loss", [point(0, 5), point(10, 4, 1), { at: 31 * M, serving: 4, total: 4, missing: 0 }], [], null],
  ["one still fails", [point(0, 5), point(10, 3), point(31, 4)], [], null],
  ["one is still missing", [point(0, 5), point(10, 4, 1)], [], null],
  ["nothing failed within the band", [point(0, 5), point(10, 5)], [], null],
  ["no machine is left", [point(0, 3), { at: M, serving: 0, total: 0, missing: 0 }], [], null],
  ["nothing is known", [], [], null],
  ["the band begins with the failure: its loss is not recorded", [point(0, 3), point(31, 5)], [], null],
  ["nobody looked before it failed", [point(0, 5), point(10, 3), point(31, 5)], [gap(2, 8)], { since: 31 * M, isSeen: true }],
  ["nobody looked when they came back", [point(0, 5), point(10, 3), point(31, 5)], [gap(20, 31)], { since: 31 * M, isSeen: false }],
  ["nobody looked for a while since", [point(0, 5), point(10, 3), point(31, 5)], [gap(35, 40)], { since: 40 * M, isSeen: false }],
])("%s", (_what, points, gaps, recovery) => {
  expect(groupRecoveryOf({ points, gaps })).toEqual(recovery);
});

it.each([
  ["it fell and rises", [point(0, 5), point(10, 1, 3), point(31, 3, 2)], { at: 10 * M, serving: 1 }],
  ["it was as low twice: the later moment", [point(0, 5), point(10, 1, 3), point(20, 3, 2), point(25, 1, 3), point(31, 3, 2)], { at: 25 * M, serving: 1 }],
  ["it was whole in between", [point(0, 1, 4), point(10, 5), point(20, 3, 2)], { at: 20 * M, serving: 3 }],
  ["it never was whole, so it has no recorded loss", [point(0, 2, 3), point(10, 4, 1)], null],
  ["it is whole", [point(0, 3, 2), point(10, 5)], null],
])("the fewest since the group was whole: %s", (_what, points, fewest) => {
  expect(fewestSinceWhole({ points })).toEqual(fewest === null ? null : expect.objectContaining(fewest));
});

const counted = (minute: number, serving: number) => ({ at: minute * M, serving, total: serving, missing: 0 });
const lost = (minute: number, serving: number, missing: number) => ({ at: minute * M, serving, total: serving, missing });

it.each([
  ["as many serve as before", 5, [counted(0, 5), lost(10, 3, 2), counted(31, 5)], [], { since: 31 * M, isSeen: true, before: 5 }],
  ["more serve than before", 6, [counted(0, 5), lost(10, 3, 2), counted(31, 5), counted(40, 6)], [], { since: 31 * M, isSeen: true, before: 5 }],
  [
    "it reached the level some time after the loss ended",
    5,
    [counted(0, 5), lost(10, 3, 2), counted(31, 3), counted(40, 5)],
    [],
    { since: 40 * M, isSeen: true, before: 5 },
  ],
  ["it was scaled down before the loss", 1, [counted(0, 2), counted(5, 1), lost(10, 0, 1), counted(31, 1)], [], { since: 31 * M, isSeen: true, before: 1 }],
  ["nobody looked when they came back", 5, [counted(0, 5), lost(10, 3, 2), counted(31, 5)], [gap(20, 31)], { since: 31 * M, isSeen: false, before: 5 }],
  ["one of two was lost, and the other one failed and is back", 1, [counted(0, 2), lost(10, 1, 1), lost(12, 0, 1), counted(31, 1)], [], null],
  ["fewer serve than before", 4, [counted(0, 5), lost(10, 4, 1)], [], null],
  ["it fell without a loss, and rose again", 5, [counted(0, 5), counted(10, 3), counted(31, 5)], [], null],
  ["the level before the loss is not known", 5, [lost(0, 3, 2), counted(31, 5)], [], null],
  ["it only grew", 5, [counted(0, 3), counted(10, 5)], [], null],
  ["it was never otherwise", 5, [counted(0, 5)], [], null],
  ["no machine serves", 0, [counted(0, 5), lost(10, 0, 5)], [], null],
])("a level that is reached again, where no size is known: %s", (_what, serving, points, gaps, regained) => {
  expect(levelRegained(serving, { points, gaps })).toEqual(regained);
});

it("the most that served, when that was last so", () => {
  expect(mostServed({ points: [counted(0, 5), counted(10, 3), counted(20, 5), counted(30, 4)] })).toMatchObject({ at: 20 * M, serving: 5 });
  expect(mostServed({ points: [] })).toBeNull();
});

const inState = (minute: number, state: keyof typeof STATE_CODES, total: number) => {
  const counts = noCounts().map((_, code) => (code === STATE_CODES[state] ? 1 : 0));
  return { at: minute * M, counts, serving: total - 1, total, missing: 0 };
};

it.each([
  ["awaiting", null],
  ["draining", null],
  ["unhealthy", { since: 20 * M, isSeen: true }],
  ["unverified", { since: 20 * M, isSeen: true }],
] as const)("a machine that is %s for ten minutes: the recovery after it", (state, recovery) => {
  const points = [
    { ...inState(0, state, 5), counts: noCounts(), serving: 5 },
    inState(10, state, 5),
    { ...inState(20, state, 5), counts: noCounts(), serving: 5 },
  ];
  expect(groupRecoveryOf({ points, gaps: [] })).toEqual(recovery);
});

it("moments without a known machine are no loss", () => {
  const nothing = (minute: number) => ({ at: minute * M, serving: 0, total: 0, missing: 0 });
  const known = withoutUnknown({ points: [nothing(0), counted(1, 5), nothing(10), counted(12, 5)], gaps: [gap(0, 1), gap(10, 12)] });
  expect([
    groupRecoveryOf(known),
    levelRegained(5, known),
    fewestSinceWhole({ points: withoutUnknown({ points: [nothing(0), point(1, 3, 2)], gaps: [] }).points }),
  ]).toEqual([null, null, null]);
});
