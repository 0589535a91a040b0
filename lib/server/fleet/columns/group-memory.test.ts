import { describe, expect, it } from "vitest";
import { formatPlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import type { GroupMemory } from "@/lib/server/fleet/fleet-group";
import { isGone, isVisible, needsAttention, worstState } from "@/lib/server/fleet/group-sight";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { FleetStore } from "./fleet-store";
import { groupRow } from "./group-row";

const all = { object: true, machines: true };
const learned = { kind: "learned", size: 3, from: NOW - 86_400_000, to: null } as const;

const lost = (...lostAt: number[]): GroupMemory => ({ learned, lostAt, lostNames: lostAt.map((_, n) => `vm-${n + 3}`) });

/** A group with two healthy machines, of which the record knows this. */
function remembered(memory: GroupMemory, expectedSize: string | null = null) {
  const store = new FleetStore();
  store.setWorld(aWorld(), NOW);
  store.upsertGroup(aGroup({ expectedSize }));
  for (const n of [1, 2]) store.upsertEntry(anEntry({ uid: `uid-${n}`, name: `vm-${n}` }), NOW, "seen");
  const [record] = store.groups.ordered;
  if (record === undefined) throw new Error("no group");
  store.remember(record, memory);
  return { store, record };
}

describe("a group of which the record knows more than the watch", () => {
  it("is vanished, since its machines were lost, and needs attention", () => {
    const { store, record } = remembered(lost(NOW - 9_000, NOW - 5_000));
    expect(groupRow(store, record, all)).toMatchObject({
      state: "vanished",
      since: NOW - 5_000,
      missing: 0,
      lost: 1,
      rollUp: { total: 2, fullTotal: 3, expected: 3, expectedFrom: "learned", learned: { from: learned.from, to: null } },
    });
    expect(needsAttention(record, all)).toBe(true);
  });

  it.each([
    ["is not vanished where nobody was lost, but short of what it held", lost(), null, [null, 1, 0], "healthy", true],
    ["is well where as many are there as a person declared", lost(NOW - 5_000), "2", ["declared", 0, 0], "healthy", false],
    ["is well where the lost were replaced", { ...lost(NOW - 5_000), learned: { ...learned, size: 2 } }, null, [null, 0, 0], "healthy", false],
    ["is vanished also where nobody knows how many there should be", { ...lost(NOW - 5_000), learned: null }, null, ["unknown", 0, 1], "vanished", true],
    ["is well where nobody knows a size and nobody was lost", { ...lost(), learned: null }, null, ["unknown", 0, 0], "healthy", false],
  ] as const)("%s", (_, memory, declared, [from, missing, lost], state, attention) => {
    const { store, record } = remembered(memory, declared);
    const row = groupRow(store, record, all);
    expect([row.rollUp.expectedFrom, row.missing, row.lost, row.state, needsAttention(record, all)]).toEqual([
      from ?? "learned",
      missing,
      lost,
      state,
      attention,
    ]);
  });

  it.each([
    ["a range counts lost machines", "1-5", { lostAt: [NOW - 9_000], lostNames: ["vm-3"] }, { fullTotal: 3, expectedMost: 5 }, [0, 1], true],
    ["a range counts registered machines", "1-5", { lostAt: [], lostNames: [] }, { fullTotal: 2, expectedFrom: "range" }, [0, 0], false],
    ["an elastic size has a floor", null, { learned: { kind: "elastic", size: 4 }, lostAt: [], lostNames: [] }, { fullTotal: 4 }, [2, 0], true],
    [
      "a group that arrives misses no machine",
      "9",
      { lostAt: [], arrival: { complete: false, at: null } },
      { fullTotal: 2, expected: 9, arriving: true },
      [0, 0],
      false,
    ],
    ["a group that was complete misses machines", "9", { lostAt: [], arrival: { complete: true, at: null } }, { fullTotal: 9, expected: 9 }, [7, 0], true],
  ] as const)("%s", (_, declared, change, rollUp, [missing, absent], attention) => {
    const { store, record } = remembered({ ...lost(NOW - 9_000, NOW - 5_000), ...change }, declared);
    const row = groupRow(store, record, all);
    expect(row).toMatchObject({ rollUp, missing, lost: absent });
    expect(row.rollUp.total + row.missing + row.lost).toBe(row.rollUp.fullTotal);
    expect(needsAttention(record, all)).toBe(attention);
  });

  it("does not miss a machine that it planned to go, once that left, and misses it where the mark is taken away", () => {
    const store = new FleetStore();
    store.setWorld(aWorld(), NOW);
    for (const n of [1, 2]) store.upsertEntry(anEntry({ uid: `uid-${n}`, name: `vm-${n}` }), NOW, "seen");
    const plannedLeaves = formatPlannedLeaves([{ entry: "vm-2", by: null, reason: "moved" }]);
    store.upsertGroup(aGroup({ expectedSize: "2", plannedLeaves }));
    const [record] = store.groups.ordered;
    if (record === undefined) throw new Error("no group");
    const told = () => [groupRow(store, record, all).rollUp.expected, groupRow(store, record, all).rollUp.planned, needsAttention(record, all)];
    expect(told()).toEqual([2, undefined, false]);
    store.removeEntry("prod-eu", "uid-2", NOW, "seen");
    expect(told()).toEqual([1, 1, false]);
    store.upsertGroup(aGroup({ expectedSize: "2", resourceVersion: "901" }));
    expect(told()).toEqual([2, undefined, true]);
    // Whoever cannot see the machines is told what is declared.
    store.upsertGroup(aGroup({ expectedSize: "2", plannedLeaves, resourceVersion: "902" }));
    expect(groupRow(store, record, { object: true, machines: false }).rollUp.expected).toBe(2);
  });

  it("is well again in the moment in which the lost machine is back under its name", () => {
    const { store, record } = remembered({ ...lost(NOW - 5_000), learned: null });
    expect(worstState(record, all)).toBe("vanished");
    store.upsertEntry(anEntry({ uid: "uid-9", name: "vm-3" }), NOW, "seen");
    expect([worstState(record, all), groupRow(store, record, all).lost, needsAttention(record, all)]).toEqual(["healthy", 0, false]);
    store.removeEntry("prod-eu", "uid-9", NOW, "seen");
    expect(worstState(record, all)).toBe("vanished");
  });

  it("counts a machine once that was lost twice, since the last time", () => {
    const { store, record } = remembered({ learned: null, lostAt: [NOW - 9_000, NOW - 5_000], lostNames: ["vm-3", "vm-3"] });
    expect(groupRow(store, record, all)).toMatchObject({ lost: 1, since: NOW - 5_000 });
  });

  it("says nothing of its machines to who may not see them", () => {
    const { store, record } = remembered(lost(NOW - 5_000));
    const blind = { object: true, machines: false };
    expect([worstState(record, all), groupRow(store, record, blind)]).toMatchObject([
      "vanished",
      { state: null, missing: 0, lost: 0, rollUp: { expected: null } },
    ]);
  });
});

describe("a group that is gone", () => {
  const deleted = { at: NOW - 9_000, notBefore: null };
  const memory: GroupMemory = { learned: null, lostAt: [NOW - 9_000, NOW - 8_000], lostNames: ["vm-1", "vm-2"], deleted };
  const place = { cluster: "prod-eu", namespace: "shop" };

  function recalled() {
    const store = new FleetStore();
    store.recall(place, "checkout", memory);
    const [record] = store.groups.ordered;
    if (record === undefined) throw new Error("no group");
    return { store, record };
  }

  it("is part of the fleet while it has lost machines that count", () => {
    const { store, record } = recalled();
    expect(groupRow(store, record, all)).toMatchObject({ exists: false, lost: 2, state: "vanished", deleted, rollUp: { total: 0, fullTotal: 2 } });
    expect([isVisible(record, all), isGone(record), needsAttention(record, all)]).toEqual([true, true, true]);
    const losses = [{ at: NOW - 9_000, name: "vm-1", wasHealthy: false, end: "quiet", endedAt: NOW } as const];
    store.recall(place, "checkout", { ...memory, lostAt: [], lostNames: [], losses });
    expect([store.groups.ordered, isVisible(record, all)]).toEqual([[record], false]);
    store.recall(place, "checkout", { ...memory, lostAt: [], lostNames: [] });
    expect(store.groups.ordered).toEqual([]);
    store.recall(place, "checkout", { ...memory, lostAt: [], lostNames: [] });
    expect(store.groups.ordered).toEqual([]);
  });

  it("shows the deletion and the ends of its entries as one event", () => {
    const { store, record } = recalled();
    expect(groupRow(store, record, all)).toMatchObject({ since: NOW - 9_000, rise: { count: 2, total: 2 }, pace: { lastedMs: 0 } });
  });

  it("is not visible to a viewer who may not see its machines", () => {
    const { store, record } = recalled();
    const blind = { object: true, machines: false };
    expect([isVisible(record, blind), groupRow(store, record, blind).deleted]).toEqual([false, undefined]);
  });

  it("keeps its record as its last machine leaves", () => {
    const { store, record } = recalled();
    store.upsertEntry(anEntry({ uid: "uid-3", name: "vm-3" }), NOW, "seen");
    expect([isGone(record), groupRow(store, record, all).deleted]).toEqual([false, undefined]);
    store.removeEntry("prod-eu", "uid-3", NOW, "seen");
    expect(store.groups.ordered).toEqual([record]);
  });
});
