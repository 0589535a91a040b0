import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyHeartbeatDelta, type Heartbeat, type HeartbeatDelta } from "@/lib/contract/status";
import { type Frame, patchFromWire, WirePatch } from "@/lib/contract/views/frames";
import type { ViewRequest } from "@/lib/contract/views/view";
import { scopeFromPermissions, type Viewer } from "@/lib/domain/source/scope";
import { RIGHTS_UNCHECKED } from "@/lib/format/freshness-words";
import { NOT_CHECKED } from "@/lib/format/session-words";
import type { Unchecked } from "@/lib/server/access/viewer";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { anEntry, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Hub } from "./hub";

const [EU, US] = ["prod-eu", "prod-us"];
const all = new Map([["workloadentries", "all"]] as const);
const viewerOf = (subject: string): Viewer => ({
  ...{ subject, mayWrite: false },
  scope: scopeFromPermissions(
    new Map([
      [EU, all],
      [US, all],
    ]),
  ),
});
const BOTH: ViewRequest = { id: 1, kind: "entries", query: "", offset: 0, limit: 50 };
const OF_EU: ViewRequest = { ...BOTH, id: 2, query: `cluster=${EU}` };
const OF_US: ViewRequest = { ...BOTH, id: 3, query: `cluster=${US}` };

type Event = { readonly beat: Heartbeat } | { readonly frame: Frame };

let clock: ManualClock;
let fleet: ReturnType<typeof liveFleet>;
let hub: Hub;
/** What each viewer's streams hear of rights that could not be checked. */
let unchecked: Map<string, Unchecked>;
let objects: number;

beforeEach(() => {
  clock = new ManualClock(NOW);
  fleet = liveFleet([EU, US], clock.now);
  unchecked = new Map();
  objects = 1;
  let ids = 0;
  hub = new Hub({
    ...{ fleet, lists: new StandingLists(fleet), clock, pace: { beatMs: 5_000, frameMs: 50 }, build: "b1", newId: () => `stream-${++ids}` },
    beat: () => ({
      ...{ now: clock.now(), problems: [] },
      clusters: [EU, US].map((cluster) => {
        const freshness = { kind: "live", asOf: clock.now(), reason: "" } as const;
        const source = { source: "workloadentries", namespace: "*", freshness, proofMs: 0, objects, unreadable: 0 };
        return { cluster, freshness, sources: [source], skewMs: null, version: null };
      }),
    }),
    follow: ({ subject }, _changed, told = () => undefined) => {
      unchecked.set(subject, told);
      return () => unchecked.delete(subject);
    },
  });
  machine(EU, "eu-1");
  machine(US, "us-1");
});
afterEach(() => hub.closeAll());

const machine = (cluster: string, name: string) => fleet.store.upsertEntry(anEntry({ cluster, uid: name, name }), clock.now(), "seen");

function join(subject: string, ...requests: readonly ViewRequest[]) {
  const events: Event[] = [];
  let told: Heartbeat | null = null;
  const write = (bytes: Uint8Array) => {
    const [, event, json = ""] = /^(?:event: (\w+)\n)?data: (.*)\n\n$/s.exec(new TextDecoder().decode(bytes)) ?? [];
    const data: unknown = JSON.parse(json);
    if (event === "beat") told = data as Heartbeat;
    if (event === "ages" && told !== null) told = applyHeartbeatDelta(told, data as HeartbeatDelta);
    if (told !== null && (event === "beat" || event === "ages")) events.push({ beat: told });
    if (event === "frame") events.push({ frame: data as Frame });
    if (event === undefined) events.push({ frame: patchFromWire(WirePatch.parse(data)) });
  };
  const viewer = viewerOf(subject);
  const { id } = hub.open(viewer, { write, room: true, end: () => undefined });
  hub.setViews(id, viewer, requests);
  clock.advance(100);
  return { id, viewer, events, since: () => events.splice(0) };
}

const framesOf = (events: readonly Event[], view: number) => events.flatMap((event) => ("frame" in event && event.frame.v === view ? [event.frame] : []));
const beatsOf = (events: readonly Event[]) => events.flatMap((event) => ("beat" in event ? [event.beat] : []));
const freshnessOf = (beat: Heartbeat | undefined, of: string) => beat?.clusters.find(({ cluster }) => cluster === of)?.freshness;
const hold = (subject: string, ...clusters: readonly string[]) =>
  unchecked.get(subject)?.(new Map(clusters.map((cluster) => [cluster, clock.monotonic() - 10_000])));

describe("what shows something of a cluster whose rights could not be checked", () => {
  it("stands still and gets no frame, while others with the same rights get theirs", () => {
    const [held, other] = [join("held", BOTH), join("other", BOTH)];
    hold("held", EU);
    for (const { since } of [held, other]) since();
    machine(EU, "eu-2");
    machine(US, "us-2");
    clock.advance(6_000);
    expect([framesOf(held.events, 1).length, framesOf(other.events, 1).length > 0]).toEqual([0, true]);
    expect(JSON.stringify(held.events)).not.toMatch(/eu-2|us-2/);
  });

  it("is told at once to be true until the last decision, with the numbers of then", () => {
    const { events, since } = join("held", BOTH);
    since();
    const then = clock.now() - 10_000;
    objects = 7;
    hold("held", EU);
    clock.advance(20_000);
    for (const beat of beatsOf(events)) {
      expect(freshnessOf(beat, EU)).toEqual({ kind: "stale", asOf: then, reason: RIGHTS_UNCHECKED, lost: "check" });
      expect(beat.clusters[0]?.sources).toMatchObject([{ objects: 1, freshness: { kind: "stale", asOf: then, lost: "check" } }]);
      expect(freshnessOf(beat, US)).toMatchObject({ kind: "live" });
    }
    expect(beatsOf(events).length).toBeGreaterThan(3);
    expect(beatsOf(events)[0]?.now).toBe(then + 10_000);
  });

  it("leaves out a view of other clusters, which goes on without it", () => {
    const { events, since } = join("held", OF_EU, OF_US);
    since();
    hold("held", EU);
    clock.advance(100);
    machine(US, "us-2");
    clock.advance(1_000);
    expect(framesOf(events, 2)).toEqual([]);
    expect(framesOf(events, 3)[0]).toMatchObject({ t: "snapshot", rows: [{ name: "us-1" }] });
    expect(JSON.stringify(framesOf(events, 3))).toContain("us-2");
  });

  it("is not begun: a view that is new is refused in words, and asked for again it is shown once all is checked", () => {
    const { id, viewer, events, since } = join("held", OF_US);
    hold("held", EU);
    const { scope } = viewer;
    // Whoever asks meanwhile has no more than what could be checked.
    const meanwhile: Viewer = {
      ...viewer,
      scope: scopeFromPermissions(new Map([[US, all]]), { isPartial: true }),
      held: { clusters: new Set([EU]), key: scope.key },
    };
    clock.advance(100);
    since();
    expect(hub.setViews(id, meanwhile, [OF_US, BOTH, OF_EU])).toBe(true);
    clock.advance(1_000);
    for (const view of [1, 2]) expect(framesOf(events, view)).toEqual([{ t: "refused", v: view, n: 0, problem: NOT_CHECKED.detail }]);
    since();
    hold("held");
    clock.advance(100);
    expect([1, 2].map((view) => framesOf(events, view)[0]?.t)).toEqual(["snapshot", "snapshot"]);
  });

  it("goes on with a fresh start once all is checked, and is called live only after that", () => {
    const { events, since } = join("held", BOTH, OF_US);
    hold("held", EU);
    machine(EU, "eu-2");
    clock.advance(60_000);
    since();
    hold("held");
    clock.advance(100);
    const began = events.findIndex((event) => "frame" in event && event.frame.v === 1 && event.frame.t === "snapshot");
    const live = events.findIndex((event) => "beat" in event && freshnessOf(event.beat, EU)?.kind === "live");
    expect([began >= 0, live > began]).toEqual([true, true]);
    expect(JSON.stringify(framesOf(events, 1)[0])).toContain("eu-2");
    since();
    machine(EU, "eu-3");
    clock.advance(500);
    expect(framesOf(events, 1)).toMatchObject([{ t: "patch", n: 1 }]);
  });

  it("is held longer for one of two clusters, where the other is checked first", () => {
    const { events, since } = join("held", OF_EU, OF_US);
    hold("held", EU, US);
    clock.advance(100);
    hold("held", EU);
    clock.advance(100);
    expect([freshnessOf(beatsOf(events).at(-1), EU)?.kind, freshnessOf(beatsOf(events).at(-1), US)?.kind]).toEqual(["stale", "live"]);
    since();
    machine(US, "us-2");
    machine(EU, "eu-2");
    clock.advance(500);
    expect([framesOf(events, 2).length, framesOf(events, 3).length > 0]).toEqual([0, true]);
  });

  it("is no business of another viewer's, who may not set its views either", () => {
    const { id } = join("held", BOTH);
    hold("held", EU);
    const other = viewerOf("other");
    expect(hub.setViews(id, { ...other, held: { clusters: new Set([EU]), key: other.scope.key } }, [])).toBe(false);
  });
});
