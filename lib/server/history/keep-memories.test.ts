import { expect, it, onTestFinished } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import { isVisible } from "@/lib/server/fleet/group-sight";
import { type OwnDatabase, onEachEngine } from "@/lib/testing/engines";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import { keepMemories } from "./keep-memories";

const MINUTE = 60_000;
const DRAINING = sortedLabelSet([["istio.io/draining", "true"]]);
const machine = (n: number, change: Partial<WorkloadEntry> = {}) => anEntry({ uid: `uid-${n}`, name: `vm-${n}`, createdAt: NOW - MINUTE, ...change });

/** Three machines that are watched, and whose memories are kept. `flush`: writes the records that wait; missing = nothing does so. */
async function kept(own: OwnDatabase, expectedSize: string | null, flush?: (played: { wait(ms: number): Promise<void> }) => Promise<void>) {
  const clock = new ManualClock(NOW);
  const played = await rememberedFleet(clock, aWorld(), await own());
  const memories = keepMemories({
    database: played.database,
    writer: { status: () => ({ kind: "recording", since: NOW, notice: "" }), flush: () => flush?.(played) ?? Promise.resolve() },
    fleet: played.fleet,
    clock,
    timeScale: 1,
  });
  onTestFinished(async () => {
    memories.stop();
    await played.database.close();
  });
  played.onLost({ lost: memories.lost, meant: memories.meant, deleted: memories.deleted });
  await played.live(
    [1, 2, 3].map((n) => machine(n)),
    [aGroup({ expectedSize })],
  );
  await played.wait(5 * MINUTE);
  const row = () => {
    const [record] = played.fleet.groups();
    if (record === undefined) throw new Error("no group");
    const { state, missing, lost } = played.fleet.groupRow(record, { object: true, machines: true });
    return { state, missing, lost };
  };
  // A read that the clock began takes real time.
  const wait = async (ms: number) => {
    await played.wait(ms);
    await memories.settle();
  };
  return { ...played, row, memories, wait };
}

onEachEngine("the memory of a group", (own) => {
  it("has a loss whose record still waited for the database", async () => {
    const { remove, memories, fleet, clock } = await kept(own, "3", (played) => played.wait(0));
    remove(machine(2));
    // The record of an end waits for the fate of its group.
    clock.advance(2_000);
    await memories.settle();
    expect(fleet.groups()[0]?.memory.losses).toMatchObject([{ name: "vm-2", end: null }]);
  });

  it("stores each learned size once, from the moment at which pages show it", async () => {
    const { wait, fleet, database } = await kept(own, null);
    const shown: unknown[] = [];
    for (let minute = 0; minute < 35; minute++) {
      await wait(MINUTE);
      shown.push(fleet.groups()[0]?.memory.learned?.size ?? null);
    }
    expect(shown.at(-1)).toBe(3);
    const first = NOW + (5 + shown.indexOf(3) + 1) * MINUTE;
    const rows = await database.read.selectFrom("known_size").select(["kind", "size", "at"]).orderBy("at").execute();
    expect(rows.map(({ kind, size }) => [kind, size])).toEqual([
      ["none", null],
      ["learned", 3],
    ]);
    expect(rows[1]?.at).toBeLessThanOrEqual(first);
    expect(rows[1]?.at).toBeGreaterThan(first - MINUTE);
  });
});

onEachEngine("a group that loses a machine", (own) => {
  it.each([
    ["with a declared size", "3"],
    ["without an expected size, in the first half hour", null],
  ])("turns in the very change in which the entry goes, %s", async (_, expectedSize) => {
    const { remove, wait, row, upsert } = await kept(own, expectedSize);
    expect(row()).toMatchObject({ state: "healthy", lost: 0 });
    remove(machine(2));
    expect(row()).toEqual({ state: "vanished", missing: 0, lost: 1 });
    for (let seconds = 0; seconds < 4; seconds++) {
      await wait(1_000);
      expect(row(), "before and after the record tells of it").toEqual({ state: "vanished", missing: 0, lost: 1 });
    }
    await wait(2 * MINUTE);
    expect(row()).toEqual({ state: "vanished", missing: 0, lost: 1 });
    upsert(machine(2, { uid: "uid-9" }));
    expect(row()).toEqual({ state: "healthy", missing: 0, lost: 0 });
  });

  it("still counts the machine if its group was deleted a moment later", async () => {
    const { remove, removeGroup, wait, row } = await kept(own, "3");
    remove(machine(2));
    expect(row()).toMatchObject({ state: "vanished", lost: 1 });
    removeGroup(aGroup({ expectedSize: "3" }));
    await wait(2_000);
    expect(row()).toEqual({ state: "vanished", missing: 0, lost: 1 });
  });

  it("is not vanished where somebody drained the machine first", async () => {
    const { remove, row, upsert, clock } = await kept(own, "3");
    const drained = machine(2, { resourceVersion: "1201", connectedAt: parseTimestamp(new Date(clock.now()).toISOString()), metadataLabels: DRAINING });
    upsert(drained);
    remove(drained);
    expect(row()).toEqual({ state: "healthy", missing: 1, lost: 0 });
  });
});

onEachEngine("a group that was deleted with its machines", (own) => {
  const WHOLE = { object: true, machines: true };
  const MACHINES = [1, 2, 3].map((n) => machine(n));

  async function deleted() {
    const played = await kept(own, "3");
    const at = played.clock.now();
    played.removeGroup(aGroup({ expectedSize: "3" }));
    played.remove(...MACHINES);
    const rows = () => played.fleet.groups().flatMap((group) => (isVisible(group, WHOLE) ? [played.fleet.groupRow(group, WHOLE)] : []));
    return { ...played, at, rows };
  }

  it("stays in the total with the moment of its deletion, at once and from the history", async () => {
    const { rows, at, wait } = await deleted();
    for (let seconds = 0; seconds < 40; seconds += 10) {
      expect(rows()).toMatchObject([
        { exists: false, lost: 3, missing: 0, state: "vanished", since: at, deleted: { at, notBefore: null }, rollUp: { fullTotal: 3 } },
      ]);
      await wait(10_000);
    }
  });

  it("is gone after 24 h in which no machine joined or left", async () => {
    const { rows, wait, memories, fleet } = await deleted();
    await wait(2_000);
    await wait(24 * 60 * MINUTE - 2 * MINUTE);
    await memories.settle();
    expect(rows()).toHaveLength(1);
    await wait(3 * MINUTE);
    await memories.settle();
    expect(rows()).toEqual([]);
    expect(fleet.groups().map(({ memory }) => memory.losses?.map(({ end }) => end))).toEqual([["quiet", "quiet", "quiet"]]);
  });

  it("counts its lost machines until they register again, if it is created again", async () => {
    const { rows, wait, group, upsert, memories } = await deleted();
    await wait(2_000);
    await memories.settle();
    group(aGroup({ expectedSize: "3", uid: "group-2", resourceVersion: "77" }));
    expect(rows()).toMatchObject([{ exists: true, lost: 3, rollUp: { fullTotal: 3 } }]);
    expect(rows()[0]?.deleted).toBeUndefined();
    upsert(machine(1, { uid: "uid-11" }));
    await wait(2_000);
    await memories.settle();
    expect(rows()).toMatchObject([{ exists: true, lost: 2, rollUp: { total: 1, fullTotal: 3 } }]);
    expect(rows()[0]?.deleted).toBeUndefined();
  });

  it("is in the total of the next process, once that has the lists", async () => {
    const { at, clock, database, wait } = await deleted();
    await wait(2_000);
    const next = await rememberedFleet(clock, aWorld(), database, "second");
    const writer = { status: () => ({ kind: "recording", since: NOW, notice: "" }) as const, flush: () => Promise.resolve() };
    const memories = keepMemories({ database, writer, fleet: next.fleet, clock, timeScale: 1 });
    onTestFinished(() => memories.stop());
    await memories.settle();
    expect(next.fleet.groups()).toEqual([]);
    await next.live([], []);
    await memories.settle();
    expect(next.fleet.groups().map((group) => next.fleet.groupRow(group, WHOLE))).toMatchObject([{ exists: false, lost: 3, deleted: { at, notBefore: null } }]);
  });
});
