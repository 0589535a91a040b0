import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExpectedSize, parseExpectedSize } from "./expected-size";
import { type GroupTotalInput, groupTotalWithMissing, hasExpectedSize, hasLeastSize, sumTotals } from "./group-total";

const LEARNED: ExpectedSize = { kind: "learned", size: 10, from: 0, to: null };
const ELASTIC: ExpectedSize = { kind: "elastic", size: 10 };
const declared = parseExpectedSize;

const none = { wasComplete: true, lost: 0, accepted: 0 };

type Change = Partial<Omit<GroupTotalInput, "registered" | "expected">>;
type Total = readonly [total: number, expected: number | null, lost: number, missing: number];
type Row = readonly [claim: string, registered: number, expected: ExpectedSize, change: Change, total: Total, arriving?: boolean];

const TABLE: readonly Row[] = [
  ["without a size it is the registered number", 7, { kind: "unknown" }, {}, [7, null, 0, 0]],
  ["with an unreadable size it is the registered number", 7, declared("many"), {}, [7, null, 0, 0]],
  ["without a size a lost machine counts", 7, { kind: "unknown" }, { lost: 2 }, [9, null, 2, 0]],
  ["a declared size has the absent machines as missing", 8, declared("10"), {}, [10, 10, 0, 2]],
  ["a declared size below the registered number: the total is the registered number", 12, declared("10"), {}, [12, 10, 0, 0]],
  ["a recorded loss counts as lost, and further absent machines count as missing", 7, declared("10"), { lost: 2 }, [10, 10, 2, 1]],
  ["a loss that another machine replaced does not count", 9, declared("10"), { lost: 3 }, [10, 10, 1, 0]],
  ["a loss beyond a declared size does not count", 10, declared("10"), { lost: 1 }, [10, 10, 0, 0]],
  ["a declared zero expects no machine", 0, declared("0"), {}, [0, 0, 0, 0]],
  ["a declared group that was never complete is arriving, and has no missing machine", 4, declared("10"), { wasComplete: false }, [4, 10, 0, 0], true],
  ["a declared group without a machine is arriving", 0, declared("10"), { wasComplete: false }, [0, 10, 0, 0], true],
  ["a machine that an arriving group lost counts", 3, declared("10"), { wasComplete: false, lost: 1 }, [4, 10, 1, 0], true],
  ["a group that reaches its size is not arriving", 10, declared("10"), { wasComplete: false }, [10, 10, 0, 0]],
  ["the size counts if the history does not show the arrival", 4, declared("10"), { wasComplete: null }, [10, 10, 0, 6]],
  ["a range that contains the registered number: the total is the registered number", 40, declared("10-60"), {}, [40, 10, 0, 0]],
  ["a range above the registered number: the total is its lower end", 8, declared("10-60"), {}, [10, 10, 0, 2]],
  ["a range below the registered number: the total is the registered number", 70, declared("10-60"), {}, [70, 10, 0, 0]],
  ["in a range a lost machine counts beside the registered ones", 20, declared("10-60"), { lost: 2 }, [22, 10, 2, 0]],
  ["in a group below its range a loss is part of the lower end", 8, declared("10-60"), { lost: 1 }, [10, 10, 1, 1]],
  ["a range that was never reached is arriving", 4, declared("10-60"), { wasComplete: false }, [4, 10, 0, 0], true],
  ["a learned size has the absent machines as lost", 8, LEARNED, { lost: 2 }, [10, 10, 2, 0]],
  ["a learned size is never arriving", 8, LEARNED, { wasComplete: false }, [10, 10, 0, 2]],
  ["an elastic size below the registered number: the total is the registered number", 40, ELASTIC, {}, [40, 10, 0, 0]],
  ["an elastic size above the registered number: the total is the elastic size", 6, ELASTIC, {}, [10, 10, 0, 4]],
  ["in an elastic group a lost machine counts beside the registered ones", 40, ELASTIC, { lost: 3 }, [43, 10, 3, 0]],
  ["an accepted loss lowers a declared size", 9, declared("10"), { accepted: 1 }, [9, 9, 0, 0]],
  ["an accepted loss lowers a learned size", 8, LEARNED, { accepted: 1, lost: 1 }, [9, 9, 1, 0]],
  ["with more accepted losses than machines the size is zero", 0, declared("2"), { accepted: 2 }, [0, 0, 0, 0]],
  ["an accepted loss does not lower a range", 10, declared("10-60"), { accepted: 1 }, [10, 10, 0, 0]],
];

it.each([
  ["a declared size that it has", 10, declared("10"), 0, true],
  ["a declared size that it does not have", 9, declared("10"), 0, false],
  ["a declared size that an accepted loss lowers", 9, declared("10"), 1, true],
  ["a learned size that it has", 10, LEARNED, 0, true],
  ["a range, because a machine that leaves it may be lost", 40, declared("10-60"), 0, false],
  ["an elastic size", 40, ELASTIC, 0, false],
  ["no readable size", 40, declared("many"), 0, false],
  ["no size", 40, declared(null), 0, false],
] as const)("hasExpectedSize of a group with %s", (_, registered, size, accepted, expected) => {
  expect(hasExpectedSize(registered, size, accepted)).toBe(expected);
});

it.each([
  ["a range whose lower end it has", 10, declared("10-60"), true],
  ["a range whose lower end it does not have", 9, declared("10-60"), false],
  ["an elastic size that it has", 10, ELASTIC, true],
  ["a declared size, because it does not shrink by itself", 10, declared("10"), false],
  ["a learned size", 10, LEARNED, false],
  ["no size", 40, declared(null), false],
] as const)("hasLeastSize of a group with %s", (_, registered, size, expected) => {
  expect(hasLeastSize(registered, size)).toBe(expected);
});

describe("the total of a group", () => {
  it.each(TABLE.map(([claim, ...row]) => ({ claim, row })))(
    "$claim",
    ({ row: [registered, expected, change, [total, size, lost, missing], arriving = false] }) => {
      const found = groupTotalWithMissing({ registered, expected, ...none, ...change });
      const isFixed = expected.kind === "declared" || expected.kind === "learned";
      expect(found).toEqual({ total, expected: size, lost, missing, arriving, source: expected.kind, accepted: isFixed ? (change.accepted ?? 0) : 0 });
    },
  );
});

const number = fc.nat({ max: 60 });
const anySize: fc.Arbitrary<ExpectedSize> = fc.oneof(
  fc.constantFrom<ExpectedSize>({ kind: "unknown" }, { kind: "unreadable", text: "many" }),
  number.map((size): ExpectedSize => ({ kind: "declared", size })),
  fc.tuple(number, number).map(([size, more]): ExpectedSize => ({ kind: "range", size, most: size + more })),
  number.map((size): ExpectedSize => ({ kind: "learned", size, from: 0, to: null })),
  number.map((size): ExpectedSize => ({ kind: "elastic", size })),
);
const anyGroup: fc.Arbitrary<GroupTotalInput> = fc.record({
  registered: number,
  expected: anySize,
  wasComplete: fc.constantFrom(true, false, null),
  lost: number,
  accepted: fc.nat({ max: 3 }),
});

describe("the totals of a random fleet", () => {
  it("the totals of a random fleet are the machines of all states, the lost and the missing ones", () => {
    fc.assert(
      fc.property(fc.array(anyGroup, { maxLength: 12 }), (groups) => {
        const sum = sumTotals(groups.map((group) => groupTotalWithMissing(group)));
        const registered = groups.reduce((all, group) => all + group.registered, 0);
        expect(registered + sum.lost + sum.missing).toBe(sum.total);
      }),
      { numRuns: 500 },
    );
  });

  it("the totals of a random fleet are never below the registered machines, nor below a size that was reached", () => {
    fc.assert(
      fc.property(anyGroup, (group) => {
        const { total, expected, lost, missing, arriving } = groupTotalWithMissing(group);
        expect(Math.min(lost, missing, total - group.registered)).toBeGreaterThanOrEqual(0);
        if (expected !== null && !arriving) expect(total).toBeGreaterThanOrEqual(expected);
        if (expected === null) expect(missing).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  it("the totals of a random fleet fall by each accepted loss that counted, while the missing machines stay", () => {
    const size = fc.oneof(
      number.map((declaredSize): ExpectedSize => ({ kind: "declared", size: declaredSize })),
      number.map((learned): ExpectedSize => ({ kind: "learned", size: learned, from: 0, to: null })),
      fc.constant<ExpectedSize>({ kind: "unknown" }),
    );
    let accepted = 0;
    fc.assert(
      fc.property(anyGroup, size, fc.nat({ max: 60 }), (group, expected, share) => {
        const before = { ...group, expected, wasComplete: true, accepted: 0 };
        const counted = groupTotalWithMissing(before);
        const count = Math.min(counted.lost, share);
        const after = groupTotalWithMissing({ ...before, lost: before.lost - count, accepted: count });
        accepted += count;
        expect([after.total, after.lost, after.missing]).toEqual([counted.total - count, counted.lost - count, counted.missing]);
        expect(before.registered + after.lost + after.missing).toBe(after.total);
        expect(after.expected).toBe(counted.expected === null ? null : counted.expected - count);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});
