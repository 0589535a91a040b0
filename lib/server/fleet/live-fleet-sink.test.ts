import { expect, it } from "vitest";
import { ago, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { liveFleet } from "./live-fleet";
import { LiveFleetSink } from "./live-fleet-sink";

const CLUSTER = "prod-eu";

/** Five machines of one replica, and a sink that judges two of them in one go. */
function fiveMachines() {
  const clock = new ManualClock(NOW);
  const fleet = liveFleet([CLUSTER], clock.now);
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined }, { values: 2 });
  sink.world(aWorld());
  for (const id of [0, 1, 2, 3, 4]) fleet.store.upsertEntry(anEntry({ uid: `uid-${id}`, name: `vm-${id}`, connectedAt: ago(0) }), NOW, "seen");
  clock.advance(5);
  const unverified = () => [...fleet.entries()].filter((entry) => fleet.judged(entry).state === "unverified").length;
  return { clock, sink, unverified };
}

it("judges the machines of a replica that is gone a slice at a time, and all of them without being told again", () => {
  const { clock, sink, unverified } = fiveMachines();
  sink.world(aWorld([]));
  expect(unverified()).toBe(2);
  clock.advance(0);
  expect(unverified()).toBe(5);
});

it("judges nobody any more once it is stopped", () => {
  const { clock, sink, unverified } = fiveMachines();
  sink.world(aWorld([]));
  sink.stop();
  clock.advance(10);
  expect(unverified()).toBe(2);
});
