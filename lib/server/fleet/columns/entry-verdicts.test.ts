import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { STATES } from "@/lib/domain/verdict/verdict";
import { atMost } from "@/lib/server/derive/evaluations";
import type { ChangeMoment } from "@/lib/server/fleet/entry-change";
import { EntrySink } from "@/lib/server/fleet/entry-sink";
import { createGroupSink } from "@/lib/server/fleet/group-sink";
import { ago, anEntry, aReplica, aWorld, GRACE_MS, NOW } from "@/lib/testing/entries";
import { arbitraryFleetSteps, type FleetStep } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { PLAYED_CLUSTER as CLUSTER, playedFleet } from "@/lib/testing/played-fleet";
import { EntryVerdicts } from "./entry-verdicts";
import { FleetStore } from "./fleet-store";

/** A fleet that judges so many entries before each step of its story and when time passes, and all at its end. */
function played(steps: readonly FleetStep[], atOnce: number): FleetStore {
  const clock = new ManualClock(NOW);
  const store = new FleetStore();
  const { play } = playedFleet({
    clock,
    store: {
      setWorld: (world, now) => store.beginWorld(world, now),
      tick: (now) => store.evaluations.run(now, atMost(atOnce)),
      slotOfUid: (cluster, uid) => store.slotOfUid(cluster, uid),
      resume: (slot, since, now) => store.resume(slot, since, now),
    },
    entries: new EntrySink(store, clock, CLUSTER, "*", { freshness: () => undefined }),
    groups: createGroupSink(store, CLUSTER, { freshness: () => undefined }),
  });
  for (const step of steps) {
    store.evaluations.run(clock.now(), atMost(atOnce));
    play(step);
  }
  store.tick(clock.now());
  return store;
}

function machine(id: number) {
  return anEntry({ uid: `uid-${id}`, name: `checkout-${id}`, connectedAt: ago(0) });
}

/** Three machines that one replica holds, and what is told of new worlds. */
function threeOfOneReplica() {
  const store = new FleetStore();
  store.setWorld(aWorld(), NOW);
  for (const id of [0, 1, 2]) store.upsertEntry(machine(id), NOW, "seen");
  const told: string[] = [];
  store.hookWorlds((cluster) => told.push(cluster));
  return { store, told };
}

function statesOf(store: FleetStore): readonly unknown[] {
  return [0, 1, 2].map((slot) => STATES[store.columns.derivedBytes.state[slot] ?? -1]);
}

function verdictsOf(store: FleetStore) {
  const { derivedBytes, derivedFloats, limit } = store.columns;
  const slots = Array.from({ length: limit }, (_, slot) => slot).filter((slot) => store.isUsed(slot));
  return new Map(slots.map((slot) => [store.entry(slot).uid, [derivedBytes.state[slot], derivedBytes.vouched[slot], derivedFloats.validUntil[slot]]]));
}

describe("a new world", () => {
  it("ends in the same verdicts and counts, whether everybody is judged at once or a few at a time", () => {
    fc.assert(
      fc.property(arbitraryFleetSteps, fc.integer({ min: 0, max: 3 }), (steps, atOnce) => {
        const [slowly, atOnceAll] = [played(steps, atOnce), played(steps, Number.POSITIVE_INFINITY)];
        expect(verdictsOf(slowly)).toEqual(verdictsOf(atOnceAll));
        const counts = ({ groups }: FleetStore) =>
          [...groups.ordered].map(({ name, counts: byState, unvouched, held }) => [name, [...byState], unvouched, held]);
        expect(counts(slowly)).toEqual(counts(atOnceAll));
      }),
      { numRuns: 300 },
    );
  });

  it("judges no more at a time than it is asked to, and is told of once it is done", () => {
    const { store, told } = threeOfOneReplica();
    store.beginWorld(aWorld([]), NOW + 1_000);
    expect(statesOf(store)).toEqual(["healthy", "healthy", "healthy"]);
    expect(store.evaluations.run(NOW + 1_001, atMost(2))).toBe(false);
    expect([...statesOf(store)].sort()).toEqual(["healthy", "unverified", "unverified"]);
    expect(told).toEqual([]);
    expect(store.evaluations.run(NOW + 1_002, atMost(2))).toBe(true);
    expect(statesOf(store)).toEqual(["unverified", "unverified", "unverified"]);
    expect(told).toEqual([CLUSTER]);
  });

  it("reaches a machine that is written to before its turn first, so that the write is not what turned it", () => {
    const { store } = threeOfOneReplica();
    const moments: ChangeMoment[] = [];
    store.hookEntries({ leaving: () => undefined, entering: (_slot, _mask, moment) => moments.push(moment) });
    store.beginWorld(aWorld([]), NOW + 1_000);
    store.upsertEntry({ ...machine(2), resourceVersion: "9", locality: "eu/eu-b" }, NOW + 1_500, "seen");
    expect(moments.map(({ by }) => by)).toEqual(["world", "write"]);
  });

  it("judges the machines that name a replica which changed, whichever they named before, and looks at no other", () => {
    const { store } = threeOfOneReplica();
    const both = [aReplica(), aReplica({ name: "istiod-b" })];
    store.setWorld(aWorld(both), NOW);
    store.upsertEntry({ ...machine(1), resourceVersion: "2", controller: "istiod-b" }, NOW, "seen");
    store.removeEntry(CLUSTER, "uid-2", NOW, "seen");
    store.upsertEntry({ ...machine(3), controller: "istiod-b" }, NOW, "seen");
    const looked: number[] = [];
    const { evaluate } = EntryVerdicts.prototype;
    vi.spyOn(EntryVerdicts.prototype, "evaluate").mockImplementation(function (this: EntryVerdicts, slot, at, cause) {
      looked.push(slot);
      evaluate.call(this, slot, at, cause);
    });
    store.setWorld(aWorld([aReplica()]), NOW + 1_000);
    vi.restoreAllMocks();
    expect(looked.sort()).toEqual([1, 2]);
    expect(statesOf(store)).toEqual(["healthy", "unverified", "unverified"]);
  });

  it("is finished before the next one begins", () => {
    const { store, told } = threeOfOneReplica();
    store.beginWorld(aWorld([]), NOW + 1_000);
    store.beginWorld(aWorld([aReplica()]), NOW + 2_000);
    store.evaluations.run(NOW + 2_000, atMost(4));
    expect(told).toEqual([CLUSTER]);
    expect(statesOf(store)).toEqual(["unverified", "unverified", "unverified"]);
    store.tick(NOW + 2_001);
    expect(told).toEqual([CLUSTER, CLUSTER]);
    expect(statesOf(store)).toEqual(["healthy", "healthy", "healthy"]);
  });

  it("gives way to a newer one of its cluster where it still waits", () => {
    const { store, told } = threeOfOneReplica();
    store.beginWorld(aWorld([]), NOW + 1_000);
    store.beginWorld(aWorld([], { maxConnectionAgeMs: { kind: "known", value: 1, source: "" } }), NOW + 1_500);
    store.beginWorld(aWorld([aReplica()]), NOW + 2_000);
    store.tick(NOW + 2_000);
    expect(told).toEqual([CLUSTER, CLUSTER]);
    expect(store.worldOf(CLUSTER)).toEqual(aWorld([aReplica()]));
  });

  it("judges every machine as of the moment at which it began, and what fell due since at its own", () => {
    const { store } = threeOfOneReplica();
    store.upsertEntry({ ...machine(1), resourceVersion: "2", connectedAt: null, disconnectedAt: ago(0) }, NOW, "seen");
    store.beginWorld(aWorld([]), NOW + 1_000);
    store.tick(NOW + GRACE_MS + CLEANUP_SLACK_MS + 700);
    expect([0, 1, 2].map((slot) => store.columns.since(slot).at)).toEqual([NOW + 1_000, NOW + GRACE_MS + CLEANUP_SLACK_MS, NOW + 1_000]);
  });
});
