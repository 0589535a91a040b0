import { expect, it } from "vitest";
import { noCounts, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { fewestServingSinceComplete, groupRecoveryOf, mostServing, servingLevelRegained, withoutUnobservedPoints } from "./recovery";

const M = 60_000;
const point = (minute: number, serving: number, missing = 0) => ({ at: minute * M, serving, total: 5 - missing, missing });
const gap = (from: number, to: number) => ({ from: from * M, to: to * M });

it.each([
  ["is the time at which all machines serve again", [point(0, 5), point(10, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["is the time at which all lost machines are back", [point(0, 5), point(10, 2, 3), point(31, 5)], [], { since: 31 * M, isSeen: true }],
  ["is the second one after two failures", [point(0, 3), point(10, 5), point(20, 4), point(25, 5), point(27, 5)], [], { since: 25 * M, isSeen: true }],
  ["is null if the size became smaller after a loss", [point(0, 5), point(10, 4, 1), { at: 31 * M, serving: 4, total: 4, missing: 0 }], [], null],
  ["is null while one machine fails", [point(0, 5), point(10, 3), point(31, 4)], [], null],
  ["is null while one machine is missing", [point(0, 5), point(10, 4, 1)], [], null],
  ["is null without a failure in the band", [point(0, 5), point(10, 5)], [], null],
  ["is null if no machine is left", [point(0, 3), { at: M, serving: 0, total: 0, missing: 0 }], [], null],
  ["is null without a point", [], [], null],
  ["is null if the band begins with the failure", [point(0, 3), point(31, 5)], [], null],
  ["is exact if a gap ended before the failure", [point(0, 5), point(10, 3), point(31, 5)], [gap(2, 8)], { since: 31 * M, isSeen: true }],
  [
    "is the end of the gap, not observed, if the machines recovered in a gap",
    [point(0, 5), point(10, 3), point(31, 5)],
    [gap(20, 31)],
    { since: 31 * M, isSeen: false },
  ],
  ["is the end of a later gap, not observed", [point(0, 5), point(10, 3), point(31, 5)], [gap(35, 40)], { since: 40 * M, isSeen: false }],
])("the time of a group's recovery %s", (_what, points, gaps, recovery) => {
  expect(groupRecoveryOf({ points, gaps })).toEqual(recovery);
});

it.each([
  ["is found while the number rises again", [point(0, 5), point(10, 1, 3), point(31, 3, 2)], { at: 10 * M, serving: 1 }],
  ["is the later one of two equal times", [point(0, 5), point(10, 1, 3), point(20, 3, 2), point(25, 1, 3), point(31, 3, 2)], { at: 25 * M, serving: 1 }],
  ["counts only since the group was whole", [point(0, 1, 4), point(10, 5), point(20, 3, 2)], { at: 20 * M, serving: 3 }],
  ["is null if the group was never whole", [point(0, 2, 3), point(10, 4, 1)], null],
  ["is null while the group is whole", [point(0, 3, 2), point(10, 5)], null],
])("the smallest number of serving machines since none was lost or failed %s", (_what, points, fewest) => {
  expect(fewestServingSinceComplete({ points })).toEqual(fewest === null ? null : expect.objectContaining(fewest));
});

const counted = (minute: number, serving: number) => ({ at: minute * M, serving, total: serving, missing: 0 });
const lost = (minute: number, serving: number, missing: number) => ({ at: minute * M, serving, total: serving, missing });

it.each([
  ["is found if as many machines serve as before", 5, [counted(0, 5), lost(10, 3, 2), counted(31, 5)], [], { since: 31 * M, isSeen: true, before: 5 }],
  [
    "is found if more machines serve than before",
    6,
    [counted(0, 5), lost(10, 3, 2), counted(31, 5), counted(40, 6)],
    [],
    { since: 31 * M, isSeen: true, before: 5 },
  ],
  [
    "is the time at which the level was reached, after the end of the loss",
    5,
    [counted(0, 5), lost(10, 3, 2), counted(31, 3), counted(40, 5)],
    [],
    { since: 40 * M, isSeen: true, before: 5 },
  ],
  [
    "uses the smaller level after scaling down before the loss",
    1,
    [counted(0, 2), counted(5, 1), lost(10, 0, 1), counted(31, 1)],
    [],
    { since: 31 * M, isSeen: true, before: 1 },
  ],
  [
    "is the end of the gap, not observed, if the machines recovered in a gap",
    5,
    [counted(0, 5), lost(10, 3, 2), counted(31, 5)],
    [gap(20, 31)],
    { since: 31 * M, isSeen: false, before: 5 },
  ],
  ["is null if one of two is lost and the other one recovered", 1, [counted(0, 2), lost(10, 1, 1), lost(12, 0, 1), counted(31, 1)], [], null],
  ["is null if fewer machines serve than before", 4, [counted(0, 5), lost(10, 4, 1)], [], null],
  ["is null if the size fell without a loss", 5, [counted(0, 5), counted(10, 3), counted(31, 5)], [], null],
  ["is null if the level before the loss is not known", 5, [lost(0, 3, 2), counted(31, 5)], [], null],
  ["is null if the size only grew", 5, [counted(0, 3), counted(10, 5)], [], null],
  ["is null if the size never changed", 5, [counted(0, 5)], [], null],
  ["is null if no machine serves", 0, [counted(0, 5), lost(10, 0, 5)], [], null],
])("the time since which a group without an expected size serves as many machines as before a loss %s", (_what, serving, points, gaps, regained) => {
  expect(servingLevelRegained(serving, { points, gaps })).toEqual(regained);
});

it("mostServing returns the largest number of serving machines with its latest time", () => {
  expect(mostServing({ points: [counted(0, 5), counted(10, 3), counted(20, 5), counted(30, 4)] })).toMatchObject({ at: 20 * M, serving: 5 });
  expect(mostServing({ points: [] })).toBeNull();
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
] as const)("after a machine was %s for ten minutes, the recovery is %j", (state, recovery) => {
  const points = [
    { ...inState(0, state, 5), counts: noCounts(), serving: 5 },
    inState(10, state, 5),
    { ...inState(20, state, 5), counts: noCounts(), serving: 5 },
  ];
  expect(groupRecoveryOf({ points, gaps: [] })).toEqual(recovery);
});

it("withoutUnobservedPoints removes times without a known machine, which are no loss", () => {
  const nothing = (minute: number) => ({ at: minute * M, serving: 0, total: 0, missing: 0 });
  const known = withoutUnobservedPoints({ points: [nothing(0), counted(1, 5), nothing(10), counted(12, 5)], gaps: [gap(0, 1), gap(10, 12)] });
  expect([
    groupRecoveryOf(known),
    servingLevelRegained(5, known),
    fewestServingSinceComplete({ points: withoutUnobservedPoints({ points: [nothing(0), point(1, 3, 2)], gaps: [] }).points }),
  ]).toEqual([null, null, null]);
});
