import { describe, expect, it } from "vitest";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import { comparedTraits, type GroupMachinesByTrait, groupWorstTrouble } from "./group-trouble";

type Row = Parameters<typeof groupWorstTrouble>[0];
type Losses = NonNullable<Parameters<typeof groupWorstTrouble>[1]["losses"]>;

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function aRow(counts: Partial<Record<State, number>>, change: Partial<Row> = {}): Row {
  const lost = change.lost ?? 0;
  const missing = change.missing ?? 0;
  const registered = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return {
    ...{ cluster: "prod-eu", namespace: "shop", name: "checkout", lost, missing, since: NOW - 4 * MINUTE, sinceAtLeast: false },
    rollUp: { fullTotal: registered + lost + missing, counts: codedCounts(STATES.map((state) => counts[state] ?? 0)) },
    ...change,
  };
}

/** Six failed machines of 48, all on v41 and in zone a, on two replicas. */
const SIX: GroupMachinesByTrait = {
  versions: [
    { value: "v41", count: 6, trouble: 6 },
    { value: "v40", count: 42, trouble: 0 },
  ],
  zones: [
    { value: "a", count: 16, trouble: 6 },
    { value: "b", count: 32, trouble: 0 },
  ],
  replicas: [
    { value: "istiod-x", count: 24, trouble: 3 },
    { value: "istiod-y", count: 24, trouble: 3 },
  ],
  networks: [{ value: "vpc", count: 48, trouble: 6 }],
  trouble: [
    {
      ...{ condition: "failed", machines: 6, rise: { since: NOW - 4 * MINUTE, atLeast: false, count: 6 } },
      traits: [
        { trait: "version", value: "v41", machines: 6 },
        { trait: "zone", value: "a", machines: 6 },
        { trait: "replica", value: "istiod-x", machines: 3 },
        { trait: "replica", value: "istiod-y", machines: 3 },
        { trait: "network", value: "vpc", machines: 6 },
      ],
    },
  ],
};

function aLoss(endedAt: number, change: Partial<Losses["rows"][number]> = {}): Losses["rows"][number] {
  const row = { locality: "eu/c", controller: "istiod-x", network: "vpc" };
  return { planned: false, disconnectedAt: null, endedAt, replacedBy: "", row, ...change };
}

function lossesOf(count: number, at: number) {
  const rows = Array.from({ length: count }, (_, index) => aLoss(at + index * 1_000));
  return { total: count, back: 0, left: 100, rows, traits: [{ trait: "zone", value: "c", lost: count, left: 0 }] };
}

const worst = (row: Row, machines: GroupMachinesByTrait | null = null, losses: Losses | null = null) => groupWorstTrouble(row, { machines, losses, now: NOW });

describe("groupWorstTrouble", () => {
  it("returns null for a group without trouble, also if machines start, drain or reconnect", () => {
    expect(worst(aRow({ healthy: 40, awaiting: 3, draining: 2, reconnecting: 9, overdue: 1 }))).toBeNull();
  });

  it("returns number, total, start and the trait that separates the failed machines best", () => {
    const trouble = worst(aRow({ healthy: 42, unhealthy: 6 }), SIX);
    expect(trouble).toMatchObject({ condition: "failed", count: 6, total: 48, others: 0, since: NOW - 4 * MINUTE, risen: null, traits: ["version v41"] });
  });

  it("returns the condition of most machines, and only counts machines in other conditions", () => {
    const trouble = worst(aRow({ healthy: 90, unhealthy: 2, unverified: 30 }, { lost: 11 }), null, lossesOf(11, NOW - 2 * MINUTE));
    expect(trouble).toMatchObject({ condition: "lost", count: 11, total: 133, others: 32, since: NOW - 2 * MINUTE, traits: ["zone c"] });
  });

  it("prefers new trouble to trouble of more machines that is older than a day", () => {
    const old = { ...SIX, trouble: SIX.trouble.map((part) => ({ ...part, rise: { since: NOW - 9 * DAY, atLeast: false, count: 6 } })) };
    expect(worst(aRow({ healthy: 40, unhealthy: 6 }, { lost: 2 }), old, lossesOf(2, NOW - MINUTE))?.condition).toBe("lost");
    expect(worst(aRow({ healthy: 40, unhealthy: 6, unverified: 1 }), old)?.condition).toBe("unverified");
  });

  it("returns the condition unverified only without failed, lost and missing machines", () => {
    expect(worst(aRow({ healthy: 1, unverified: 9, unhealthy: 1 }))?.condition).toBe("failed");
    expect(worst(aRow({ healthy: 1, unverified: 2, disconnected: 1, unreadable: 1 }))).toMatchObject({ condition: "unverified", count: 4 });
    expect(worst(aRow({ healthy: 8, unverified: 9 }, { missing: 1 }))).toMatchObject({ condition: "missing", count: 1, since: null });
  });

  it("returns the number of machines in the latest rise if it is only a part of them", () => {
    const later = { ...SIX, trouble: SIX.trouble.map((part) => ({ ...part, rise: { since: NOW - MINUTE, atLeast: false, count: 2 } })) };
    expect(worst(aRow({ healthy: 42, unhealthy: 6 }), later)).toMatchObject({ since: NOW - MINUTE, risen: 2 });
  });

  it("dates the trouble from the last loss if machines were lost over a longer time", () => {
    const slow = { ...lossesOf(2, NOW), rows: [aLoss(NOW - 60 * MINUTE), aLoss(NOW - 5 * MINUTE)] };
    expect(worst(aRow({ healthy: 10 }, { lost: 2 }), null, slow)?.since).toBe(NOW - 5 * MINUTE);
  });

  it("returns no trait for a single machine", () => {
    expect(worst(aRow({ unhealthy: 1 }), { ...SIX, trouble: SIX.trouble.map((part) => ({ ...part, machines: 1 })) })?.traits).toEqual([]);
  });
});

describe("comparedTraits", () => {
  it("compares machines in trouble with those without, traits that separate them first", () => {
    const found = comparedTraits({ condition: "failed", traits: ["version v41"] }, SIX, null);
    expect(found).toEqual([
      { trait: "version", value: "v41", bad: 6, of: 6, others: 0, ofOthers: 42, separates: true },
      { trait: "zone", value: "a", bad: 6, of: 6, others: 10, ofOthers: 42, separates: true },
      { trait: "replica", value: "istiod-x", bad: 3, of: 6, others: 21, ofOthers: 42, separates: false },
    ]);
  });

  it("counts only losses that are not replaced", () => {
    const losses = { ...lossesOf(4, NOW), total: 5, back: 1 };
    losses.rows.push(aLoss(NOW, { replacedBy: "new", row: { locality: "eu/a", controller: "istiod-z", network: "vpc" } }));
    expect(comparedTraits({ condition: "lost", traits: ["zone c"] }, SIX, losses)).toEqual([
      { trait: "zone", value: "c", bad: 4, of: 4, others: 0, ofOthers: 42, separates: true },
      { trait: "replica", value: "istiod-x", bad: 4, of: 4, others: 21, ofOthers: 42, separates: false },
    ]);
  });

  it("counts only losses that still count", () => {
    const losses = { ...lossesOf(4, NOW), total: 6 };
    const ended = { countedUntil: { at: NOW, because: "left-healthy" as const } };
    losses.rows.push(aLoss(NOW, ended), aLoss(NOW, ended));
    expect(comparedTraits({ condition: "lost", traits: ["zone c"] }, SIX, losses)).toEqual([
      { trait: "zone", value: "c", bad: 4, of: 4, others: 0, ofOthers: 42, separates: true },
      { trait: "replica", value: "istiod-x", bad: 4, of: 4, others: 21, ofOthers: 42, separates: false },
    ]);
  });

  it("uses the trait counts of the history if not all losses were loaded", () => {
    const cut = { ...lossesOf(4, NOW), total: 400 };
    cut.traits.push({ trait: "account", value: "a", lost: 400, left: 100 });
    expect(comparedTraits({ condition: "lost", traits: ["zone c"] }, SIX, cut)).toEqual([
      { trait: "zone", value: "c", bad: 4, of: 400, others: 0, ofOthers: 100, separates: true },
    ]);
  });

  it("are none for one machine", () => {
    expect(comparedTraits({ condition: "failed", traits: [] }, { ...SIX, trouble: SIX.trouble.map((part) => ({ ...part, machines: 1 })) }, null)).toEqual([]);
    expect(comparedTraits({ condition: "lost", traits: [] }, SIX, lossesOf(1, NOW))).toEqual([]);
  });

  it("are none for missing machines, and for machines that are not visible", () => {
    expect(comparedTraits({ condition: "missing", traits: [] }, SIX, null)).toEqual([]);
    expect(comparedTraits({ condition: "failed", traits: [] }, null, null)).toEqual([]);
  });
});
