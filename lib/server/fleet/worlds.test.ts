import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { STATES } from "@/lib/domain/verdict";
import { ago, anEntry, aReplica, aWorld, NOW } from "@/lib/testing/entries";
import { arbitraryFleetSteps, type FleetStep } from "@/lib/testing/fleet-steps";
import { ManualClock } from "@/lib/testing/manual-clock";
import { PLAYED_CLUSTER as CLUSTER, playedFleet } from "@/lib/testing/played-fleet";
import type { ChangeMoment } from "./entry-hook";
import { EntrySink } from "./entry-sink";
import { liveFleet } from "./fleet-reader";
import { FleetStore } from "./fleet-store";
import { createGroupSink } from "./group-sink";

/** A fleet that judges so many entries of a new world before each step of its story, and all at its end. */
function played(steps: readonly FleetStep[], atOnce: number): FleetStore {
  const clock = new ManualClock(NOW);
  const { store } = liveFleet([CLUSTER], clock.now);
  const { play } = playedFleet({
    clock,
    store: { setWorld: (world, now) => store.beginWorld(world, now), tick: (now) => store.tick(now) },
    entries: new EntrySink(store, clock, CLUSTER, "*", { freshness: () => undefined }),
    groups: createGroupSink(store, CLUSTER, { freshness: () => undefined }),
  });
  for (const step of steps) {
    store.judgeOn(clock.now(), atOnce);
    play(step);
  }
  store.judgeOn(clock.now(), Number.POSITIVE_INFINITY);
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
    expect(store.judgeOn(NOW + 1_001, 2)).toBe(false);
    expect(statesOf(store)).toEqual(["unverified", "unverified", "healthy"]);
    expect(told).toEqual([]);
    expect(store.judgeOn(NOW + 1_002, 2)).toBe(true);
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

  it("is finished before the next one begins", () => {
    const { store, told } = threeOfOneReplica();
    store.beginWorld(aWorld([]), NOW + 1_000);
    store.beginWorld(aWorld([aReplica()]), NOW + 2_000);
    expect(told).toEqual([CLUSTER]);
    expect(statesOf(store)).toEqual(["unverified", "unverified", "unverified"]);
  });
});
