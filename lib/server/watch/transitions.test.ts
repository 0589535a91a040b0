import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { ManualClock } from "@/lib/testing/manual-clock";
import { createMemoryApi, type MemoryApi } from "@/lib/testing/memory-kube-client";
import { type Reflector, startReflector } from "./reflector";
import { WATCH_TIMINGS } from "./watch-timings";

const PLURAL = "workloadentries";

let clock: ManualClock;
let api: MemoryApi;
let reflector: Reflector;
/** What whoever records the fleet is told: "uid came seen", "uid state found", "uid went found". */
let told: string[];

beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 0, 1));
  api = createMemoryApi("c");
  told = [];
  const fleet = liveFleet(["c"], clock.now);
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined });
  const uid = (entry: EntryRef) => fleet.identityOf(entry).uid;
  const existence = ChangedParts.of("existence");
  fleet.subscribe({
    leaving: (entry, changed, { sighting, by }) => void (changed === existence && by !== "due" && told.push(`${uid(entry)} went ${sighting}`)),
    entering: (entry, changed, { sighting }) => void told.push(`${uid(entry)} ${changed === existence ? "came" : "changed"} ${sighting}`),
  });
  put("a", "1");
  put("b", "1");
  reflector = startReflector({
    ...{ client: api.client, clock, timings: WATCH_TIMINGS, random: () => 0.5, labelSelector: "", sink: sink.entries("c", ALL_NAMESPACES) },
    locate: async () => ({ ok: true, value: `/apis/networking.istio.io/v1/${PLURAL}` }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "c"),
  });
  await pass(1_000);
  expect(told).toEqual(["a came found", "b came found"]);
  told = [];
});

afterEach(async () => {
  reflector.stop();
  await reflector.ended;
});

function put(uid: string, host: string, name = uid): void {
  api.put(PLURAL, { metadata: { uid, name, namespace: "shop" }, spec: { address: `10.0.0.${host}` } } as unknown as Parameters<MemoryApi["put"]>[1]);
}

/** Lets time pass, and what it starts come to an end. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(250);
  }
}

/** What happens while nobody listens, and is no longer in the server's log when somebody does again. */
async function behindAGap(happens: () => void): Promise<void> {
  api.mute(true);
  happens();
  api.expire(PLURAL);
  api.mute(false);
  api.endWatches();
  await pass(5_000);
  expect(reflector.report().freshness.kind).toBe("live");
}

describe("what happened to a machine is told once", () => {
  it("though the stream is cut and what was missed comes again (F02)", async () => {
    put("a", "2");
    await pass(250);
    api.endWatches();
    put("b", "2");
    await pass(2_000);
    expect(told).toEqual(["a changed seen", "b changed seen"]);
  });

  it("though the last fifty events are sent a second time (F17)", async () => {
    for (let host = 2; host < 52; host++) put("a", String(host));
    await pass(500);
    expect(told).toHaveLength(50);
    api.repeat(50);
    await pass(5_000);
    expect(told).toHaveLength(50);
    expect(reflector.report().freshness.kind).toBe("live");
  });

  it("and not at all where a list shows what was known (F08)", async () => {
    await behindAGap(() => undefined);
    expect(told).toEqual([]);
  });
});

describe("what happened behind a gap is told as found, not as seen", () => {
  it("a deletion that nobody heard: it ended at an unknown moment (F08, F19)", async () => {
    await behindAGap(() => api.remove(PLURAL, "b"));
    expect(told).toEqual(["b went found"]);
  });

  it("a machine that was deleted and made anew under its name: two uids, two stories (F20)", async () => {
    await behindAGap(() => {
      api.remove(PLURAL, "b");
      put("b2", "7", "b");
    });
    expect(told.sort()).toEqual(["b went found", "b2 came found"]);
  });

  it("a change that nobody heard", async () => {
    await behindAGap(() => put("a", "9"));
    expect(told).toEqual(["a changed found"]);
  });

  it("while what a stream tells is seen", async () => {
    api.remove(PLURAL, "b");
    await pass(250);
    expect(told).toEqual(["b went seen"]);
  });
});
