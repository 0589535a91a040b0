import { describe, expect, it } from "vitest";
import { aGroupRow, aRollUp, ROWS_NOW } from "@/lib/testing/rows";
import { groupFailurePace, groupGone, groupLine, groupLossesStatement, groupServing, groupTrouble } from "./group";

const declared = (counts: Parameters<typeof aRollUp>[0], expected: number) => aRollUp(counts, { expected, expectedFrom: "declared" });
const place = { namespace: "shop", group: "checkout" };

it("groupServing counts against the expected size, otherwise against the registered number", () => {
  const values = { kind: "group-serving", ...place, serving: 3, registered: 5, unverified: 1 };
  const counts = { healthy: 3, unverified: 1, unhealthy: 1 };
  expect(groupServing(aGroupRow({ rollUp: declared(counts, 7) }))).toEqual({ ...values, total: 7, basis: "expected" });
  expect(groupServing(aGroupRow({ rollUp: aRollUp(counts) }))).toEqual({ ...values, total: 5, basis: "registered" });
});

describe("groupTrouble", () => {
  const calm = { kind: "group-trouble", ...place, common: [], lost: 0, notRegistered: 0, learnedSize: null, waiting: 0, awaiting: 0, draining: 0 };
  const settled = { risen: null, notServing: null, since: null, message: "" };
  const bare = { common: [], message: "", rise: { count: 0, total: 0 } };

  it.each([
    ["no trouble", { rollUp: aRollUp({ healthy: 4, draining: 1 }) }, {}],
    ["lost and unregistered machines", { rollUp: declared({ healthy: 37 }, 40), lost: 2 }, { lost: 2, notRegistered: 1 }],
    ["a learned size", { rollUp: aRollUp({ healthy: 38 }, { expected: 40, expectedFrom: "learned" as const }) }, { notRegistered: 2, learnedSize: 40 }],
    ["waiting machines", { rollUp: declared({ draining: 2, awaiting: 6, healthy: 2 }, 10) }, { waiting: 8, awaiting: 6, draining: 2 }],
    ["waiting machines beyond the expected size", { rollUp: declared({ awaiting: 2, healthy: 10 }, 10) }, {}],
    ["a rise", { rollUp: aRollUp({ unhealthy: 6 }), rise: { count: 4, total: 6 }, since: 7 }, { unhealthy: 6, risen: 4, notServing: 6, since: 7 }],
    ["a rise of all machines", { rollUp: aRollUp({ unhealthy: 6 }), rise: { count: 6, total: 6 }, since: 7 }, { unhealthy: 6 }],
    ["a probe's message", { rollUp: aRollUp({ unhealthy: 1 }), message: "503" }, { unhealthy: 1, message: "503" }],
    ["a message without a failed probe", { rollUp: aRollUp({ unverified: 1 }), message: "503" }, { unverified: 1 }],
  ])("groupTrouble has the right values with %s", (_, change, values) => {
    expect(groupTrouble(aGroupRow({ ...bare, ...change }))).toEqual({ ...calm, ...settled, ...values });
  });
});

describe("groupLossesStatement", () => {
  const loss = (at: number, change: object = {}) => ({ planned: false, disconnectedAt: at - 10_000, endedAt: at, replacedBy: "", ...change });
  const zone = { trait: "zone", value: "a", lost: 2, left: 1 };
  const losses = (rows: ReturnType<typeof loss>[], total = rows.length) => ({ total, back: 0, left: 8, rows, traits: [zone] });
  const row = (missing: number, counts: Parameters<typeof aRollUp>[0] = { healthy: 8 }, common: string[] = []) => {
    const rollUp = aRollUp(counts);
    return aGroupRow({ rollUp: { ...rollUp, fullTotal: rollUp.total + missing }, common });
  };
  const two = [loss(5), loss(3)];
  const values = { kind: "group-losses", ...place, lost: 2, recorded: 2, from: 3, to: 5, isCut: false, unhealthy: 0, others: 0 };
  const shared = { trait: "zone", value: "a", sharedBy: 2, isSharedByTrouble: false };

  it.each([
    ["two losses in one zone", row(2), losses(two), { ...values, ...shared, notRegistered: 0 }],
    ["fewer missing machines than losses", row(1), losses(two), { ...values, ...shared, lost: 1, notRegistered: 0 }],
    ["more missing machines than losses", row(5), losses(two), { ...values, ...shared, notRegistered: 3 }],
    [
      "failing machines in the same zone",
      row(2, { healthy: 8, unhealthy: 1, unverified: 1 }, ["zone a"]),
      losses(two),
      { ...values, unhealthy: 1, others: 1, ...shared, sharedBy: 4, isSharedByTrouble: true, notRegistered: 0 },
    ],
    [
      "an answer with the newest losses only",
      row(9),
      losses(two, 9),
      { ...values, lost: 9, isCut: true, trait: null, value: null, sharedBy: null, isSharedByTrouble: false, notRegistered: 0 },
    ],
  ])("groupLosses has the right values with %s", (_, group, answer, expected) => {
    expect(groupLossesStatement(group, answer)).toEqual(expected);
  });

  it.each([
    ["all machines of the total are registered", row(0), losses(two)],
    ["every loss was planned or is undone", row(2), losses([loss(5, { planned: true }), loss(3, { replacedBy: "b" })])],
  ])("groupLosses is null if %s", (_, group, answer) => {
    expect(groupLossesStatement(group, answer)).toBeNull();
  });
});

describe("groupLine", () => {
  const line = (change: Parameters<typeof aGroupRow>[0], text: string | null = null) => groupLine(aGroupRow({ message: "", ...change }), text, ROWS_NOW);
  const size = { kind: "expected-size", expected: null, source: "unknown", text: null, heldMs: null, tone: null };
  const four = aRollUp({ healthy: 4 });
  const learned = (held?: { readonly from: number; readonly to: number | null }) =>
    aRollUp({ healthy: 4 }, { expected: 4, expectedFrom: "learned", ...(held !== undefined && { learned: held }) });

  it.each([
    [{ rollUp: four }, null, [size]],
    [{ rollUp: declared({ healthy: 4 }, 4) }, "4", [{ ...size, expected: 4, source: "declared" }]],
    [{ rollUp: aRollUp({ healthy: 4 }, { expectedFrom: "unreadable" as const }) }, "many", [{ ...size, source: "unreadable", text: "many", tone: "warn" }]],
    [
      { rollUp: aRollUp({ healthy: 65 }, { expected: 10, expectedMost: 60, expectedFrom: "range" as const }) },
      "10-60",
      [
        { ...size, expected: 10, most: 60, source: "range" },
        { kind: "machines-above-expected", count: 5, tone: null },
      ],
    ],
    [{ rollUp: aRollUp({ healthy: 65 }, { expected: 10, expectedFrom: "elastic" as const }) }, null, [{ ...size, expected: 10, source: "elastic" }]],
    [
      { rollUp: aRollUp({ healthy: 4 }, { expected: 10, fullTotal: 4, expectedFrom: "declared" as const, arriving: true }) },
      "10",
      [
        { kind: "machines-arrived", count: 4, expected: 10, tone: null },
        { ...size, expected: 10, source: "declared" },
      ],
    ],
    [{ rollUp: learned() }, null, [{ ...size, expected: 4, source: "learned" }]],
    [{ rollUp: learned({ from: ROWS_NOW - 60, to: null }) }, null, [{ ...size, expected: 4, source: "learned", heldMs: 60 }]],
    [{ rollUp: learned({ from: ROWS_NOW - 60, to: ROWS_NOW - 20 }) }, null, [{ ...size, expected: 4, source: "learned", heldMs: 40 }]],
    [{ rollUp: four, name: "" }, null, [{ kind: "group-object", status: "outside", problem: null, tone: null }]],
    [{ rollUp: four, exists: false }, null, [{ kind: "group-object", status: "absent", problem: null, tone: "blind" }, size]],
    [{ rollUp: four, unreadable: "x" }, null, [{ kind: "group-object", status: "unreadable", problem: "x", tone: "bad" }, size]],
    [{ rollUp: aRollUp({ unhealthy: 1 }), message: "503" }, null, [{ kind: "group-message", message: "503", tone: null }, size]],
    [{ rollUp: aRollUp({ unverified: 2 }) }, null, [{ kind: "machines-unverified", count: 2, tone: "blind" }, size]],
    [
      { rollUp: declared({ healthy: 4 }, 1) },
      "1",
      [
        { ...size, expected: 1, source: "declared" },
        { kind: "machines-above-expected", count: 3, tone: null },
      ],
    ],
  ])("groupLine of %j and the annotation %j is %j", (change, text, parts) => {
    expect(line(change, text)).toEqual(parts);
  });
});

it("groupFailurePace has no part if the pace is not known", () => {
  expect(groupFailurePace({ pace: null })).toEqual([]);
  const pace = { kind: "sudden", count: 5, total: 6, lastedMs: 2_000 } as const;
  expect(groupFailurePace({ pace })).toEqual([{ kind: "group-pace", pace: "sudden", count: 5, total: 6, lastedMs: 2_000, tone: null }]);
});

it.each([
  [undefined, { deleted: false, from: null, to: null }],
  [
    { at: 9, notBefore: null },
    { deleted: true, from: 9, to: 9 },
  ],
  [
    { at: 9, notBefore: 4 },
    { deleted: true, from: 4, to: 9 },
  ],
])("groupGone of the deletion %j has %j", (deletion, values) => {
  expect(groupGone("shop", "checkout", deletion)).toEqual({ kind: "group-gone", ...place, ...values });
});
