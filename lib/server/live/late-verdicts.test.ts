import { expect, it } from "vitest";
import { type Frame, patchFromWire, WirePatch } from "@/lib/contract/views/frames";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { CLEANUP_SLACK_MS } from "@/lib/domain/verdict/timing";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { ago, anEntry, GRACE_MS, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Hub } from "./hub";

const CLUSTER = "prod-eu";
const MACHINES = 1_000;

/** Machines whose grace ends at the same moment, a browser on the list of those who are disconnected, and slices of ten verdicts. */
function manyDueAtOnce() {
  const clock = new ManualClock(NOW);
  const fleet = liveFleet([CLUSTER], clock.now);
  for (let id = 0; id < MACHINES; id++)
    fleet.store.upsertEntry(anEntry({ uid: `uid-${id}`, name: `vm-${id}`, connectedAt: null, disconnectedAt: ago(0) }), NOW, "seen");
  // As every real timer, the one between two slices takes a while.
  const setTimer: typeof clock.setTimer = (call, ms) => clock.setTimer(call, Math.max(1, ms));
  const sink = new LiveFleetSink(
    fleet,
    { now: clock.now, monotonic: clock.monotonic, setTimer },
    { status: () => undefined, rights: () => undefined },
    { values: 10 },
  );
  const beat = () => ({ now: clock.now(), clusters: [], problems: [] });
  const hub = new Hub({ fleet, lists: new StandingLists(fleet), clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "", beat, newId: () => "stream" });
  const frames: Frame[] = [];
  const viewer = {
    subject: "somebody",
    mayWrite: false,
    scope: scopeFromPermissions(new Map([[CLUSTER, new Map<WatchedKind, "all">([["workloadentries", "all"]])]])),
  };
  const read = (bytes: Uint8Array) => {
    const [, event, json = ""] = /^(?:event: (\w+)\n)?data: (.*)\n\n$/s.exec(new TextDecoder().decode(bytes)) ?? [];
    if (event === undefined) frames.push(patchFromWire(WirePatch.parse(JSON.parse(json))));
    else if (event === "frame") frames.push(JSON.parse(json) as Frame);
  };
  const join = () => {
    const stream = hub.open(viewer, { room: true, write: read, end: () => undefined });
    hub.setViews(stream.id, viewer, [{ id: 1, kind: "entries", query: "q=state:disconnected", offset: 0, limit: 10 }]);
  };
  const stop = () => {
    hub.closeAll();
    sink.stop();
  };
  return { clock, frames, join, stop };
}

/** Every number of machines that frames tell. */
function countsIn(frames: readonly Frame[]): readonly number[] {
  return [...new Set([...JSON.stringify(frames).matchAll(/"count":(\d+)/g)].map(([, count]) => Number(count)))];
}

it("a reader is told of all whose time ran out together, or of none", () => {
  const { clock, frames, join, stop } = manyDueAtOnce();
  join();
  expect(JSON.stringify(frames)).not.toContain('"state":"disconnected"');
  clock.advance(GRACE_MS + CLEANUP_SLACK_MS + 1_000);
  expect(JSON.stringify(frames)).toContain('"state":"disconnected"');
  expect(countsIn(frames)).toEqual([MACHINES]);
  stop();
});

it("a reader who comes while they are judged is answered once they are", () => {
  const { clock, frames, join, stop } = manyDueAtOnce();
  clock.advance(GRACE_MS + CLEANUP_SLACK_MS);
  join();
  clock.advance(1_000);
  expect(frames[0]).toMatchObject({ head: { matched: MACHINES, total: MACHINES } });
  stop();
});
