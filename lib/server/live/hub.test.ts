import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Frame, patchFromWire, WirePatch } from "@/lib/contract/views/frames";
import type { ViewRequest } from "@/lib/contract/views/view";
import { scopeFromPermissions, type Viewer, type WatchedKind } from "@/lib/domain/source/scope";
import { viewerDigest } from "@/lib/server/access/viewer-digest";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { anEntry, aReport, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Hub, type HubParts } from "./hub";
import { Turns } from "./turns";
import { VIEWS } from "./views/catalogue";

const CLUSTER = "prod-eu";
const viewerOf = (namespaces: "all" | readonly string[], subject = "somebody"): Viewer => ({
  subject,
  mayWrite: false,
  scope: scopeFromPermissions(new Map([[CLUSTER, new Map<WatchedKind, "all" | readonly string[]>([["workloadentries", namespaces]])]])),
});
const ALL = viewerOf("all");
const ENTRIES: ViewRequest = { id: 1, kind: "entries", query: "", offset: 0, limit: 50 };

/** A browser that reads as much as it has room for. */
class Reader {
  readonly events: { readonly event: string; readonly data: unknown }[] = [];
  room = true;
  ended = false;
  write = (bytes: Uint8Array) => {
    const [, event, json = ""] = /^(?:event: (\w+)\n)?data: (.*)\n\n$/s.exec(new TextDecoder().decode(bytes)) ?? [];
    const data: unknown = JSON.parse(json);
    this.events.push(event === undefined ? { event: "frame", data: patchFromWire(WirePatch.parse(data)) } : { event, data });
  };
  end = () => {
    this.ended = true;
  };
  get frames(): Frame[] {
    return this.events.filter(({ event }) => event === "frame").map(({ data }) => data as Frame);
  }
}

let clock: ManualClock;
let fleet: ReturnType<typeof liveFleet>;
let hub: Hub;
let parts: () => HubParts;
let freshness: "live" | "stale";

beforeEach(() => {
  clock = new ManualClock(NOW);
  fleet = liveFleet([CLUSTER], clock.now);
  freshness = "live";
  let ids = 0;
  const beat = () => ({
    now: clock.now(),
    problems: [],
    clusters: [{ cluster: CLUSTER, freshness: { kind: freshness, asOf: clock.now(), reason: "" }, sources: [], skewMs: null, version: null }],
  });
  parts = () => ({
    fleet,
    lists: new StandingLists(fleet),
    clock,
    pace: { beatMs: 5_000, frameMs: 50 },
    build: "b1",
    beat,
    newId: () => `stream-${++ids}`,
  });
  hub = new Hub(parts());
});

afterEach(() => hub.closeAll());

function join(viewer = ALL, ...requests: ViewRequest[]) {
  const reader = new Reader();
  const stream = hub.open(viewer, reader);
  hub.setViews(stream.id, viewer, requests);
  return { reader, stream };
}

const machine = (uid: string, change: Parameters<typeof anEntry>[0] = {}) =>
  fleet.store.upsertEntry(anEntry({ uid, name: `vm-${uid}`, ...change }), clock.now(), "seen");

describe("a stream", () => {
  it("begins with who it is and how fresh everything is, then with snapshots of its views", () => {
    const { reader } = join(ALL, ENTRIES);
    expect(reader.events.map(({ event }) => event)).toEqual(["hello", "beat", "frame"]);
    expect(reader.events[0]?.data).toEqual({ stream: "stream-1", build: "b1", beatMs: 5_000, viewer: viewerDigest(ALL) });
    expect(reader.frames[0]).toMatchObject({ t: "snapshot", v: 1, n: 0, rows: [] });
  });

  it("beats, and beats at once for news of freshness, but not for none", () => {
    const { reader } = join();
    hub.freshnessChanged();
    expect(reader.events).toHaveLength(2);
    freshness = "stale";
    hub.freshnessChanged();
    hub.freshnessChanged();
    expect(reader.events).toHaveLength(3);
    clock.advance(10_000);
    expect(reader.events).toHaveLength(5);
  });

  it("is told a beat whole where more than moments and counts moved since its last one, else the ages of its proofs", () => {
    const { reader } = join();
    clock.advance(5_000);
    const late = join().reader;
    freshness = "stale";
    clock.advance(5_000);
    clock.advance(5_000);
    expect(reader.events.map(({ event }) => event)).toEqual(["hello", "beat", "ages", "beat", "ages"]);
    expect(reader.events[2]?.data).toEqual({ now: NOW + 5_000, clusters: [[null, 0, []]] });
    expect(late.events.map(({ event }) => event)).toEqual(["hello", "beat", "beat", "ages"]);
  });

  it("is told no ages after a beat that it was not sent, being behind", () => {
    const { reader } = join();
    freshness = "stale";
    reader.room = false;
    clock.advance(5_000);
    reader.room = true;
    clock.advance(5_000);
    expect(reader.events.map(({ event }) => event)).toEqual(["hello", "beat", "beat"]);
    expect(reader.events[2]?.data).toMatchObject({ clusters: [{ freshness: { kind: "stale" } }] });
  });

  it("takes only its own viewer's word for its views", () => {
    const { stream } = join();
    expect(hub.setViews(stream.id, viewerOf(["shop"]), [ENTRIES])).toBe(false);
    expect(hub.setViews(stream.id, viewerOf("all", "another"), [ENTRIES])).toBe(false);
    expect(hub.setViews("unknown", ALL, [ENTRIES])).toBe(false);
    hub.close(stream);
    expect(hub.setViews(stream.id, ALL, [ENTRIES])).toBe(false);
  });
});

describe("a view", () => {
  it("tells what comes together after a silence at once, and what comes then with the next frame of all views", () => {
    const { reader } = join(ALL, ENTRIES);
    machine("1");
    clock.advance(5);
    machine("2");
    expect(reader.frames).toHaveLength(1);
    clock.advance(5);
    expect(reader.frames).toHaveLength(2);
    expect(reader.frames[1]).toMatchObject({ t: "patch", v: 1, n: 1, head: expect.any(Array), order: [{ id: "prod-eu/1" }, expect.any(Array)] });
    machine("3");
    clock.advance(40);
    machine("4");
    clock.advance(49);
    expect(reader.frames).toHaveLength(2);
    clock.advance(1);
    expect(reader.frames).toHaveLength(3);
    expect(reader.frames[2]).toMatchObject({ order: [0, 2, expect.any(Array), expect.any(Array)] });
  });

  it("slows down for a crowd, to half its pace", () => {
    const crowd = Array.from({ length: 200 }, () => join(ALL, ENTRIES).reader);
    machine("1");
    clock.advance(10);
    machine("2");
    clock.advance(139);
    expect(crowd.map(({ frames }) => frames.length)).toEqual(crowd.map(() => 2));
    clock.advance(1);
    expect(crowd.map(({ frames }) => frames.length)).toEqual(crowd.map(() => 3));
  });

  it("tells counts beside the rows four times a second at most, and never leaves them behind", () => {
    for (const uid of ["1", "2", "3"]) machine(uid);
    const { reader } = join(ALL, { ...ENTRIES, limit: 1 });
    machine("4");
    clock.advance(10);
    expect(reader.frames.at(-1)).toMatchObject({ n: 1, head: expect.arrayContaining([4]) });
    machine("5");
    clock.advance(200);
    machine("6");
    clock.advance(89);
    expect(reader.frames).toHaveLength(2);
    clock.advance(1);
    expect(reader.frames).toHaveLength(3);
    expect(reader.frames.at(-1)).toMatchObject({ n: 2, head: expect.arrayContaining([6]) });
    clock.advance(10_000);
    expect(reader.frames).toHaveLength(3);
  });

  it("flushes views that change all the time at the same moments", () => {
    const { reader, stream } = join(ALL, ENTRIES);
    machine("1");
    clock.advance(27);
    hub.setViews(stream.id, ALL, [ENTRIES, { ...ENTRIES, id: 2, query: "sort=-name" }]);
    const moments: Record<number, number[]> = { 1: [], 2: [] };
    for (let ms = 28; ms <= 400; ms++) {
      const before = reader.frames.length;
      machine("1", { address: `10.9.0.${ms % 250}` });
      clock.advance(1);
      for (const { v } of reader.frames.slice(before)) if (ms > 200) moments[v]?.push(ms);
    }
    expect(moments).toEqual({ 1: [250, 300, 350, 400], 2: [250, 300, 350, 400] });
  });

  it("tells rows at its own pace while their counts wait", () => {
    for (const uid of ["1", "2", "3"]) machine(uid);
    const { reader } = join(ALL, { ...ENTRIES, query: "sort=name", limit: 1 });
    machine("4");
    clock.advance(10);
    machine("1", { address: "10.9.9.9" });
    machine("5");
    clock.advance(90);
    expect(reader.frames.at(-1)).toMatchObject({ n: 2, set: { "0": expect.arrayContaining(["10.9.9.9"]) } });
    expect(reader.frames.at(-1)).not.toHaveProperty("head");
  });

  it("counts a list that is shown whole with every frame: a reader can count its rows", () => {
    const { reader } = join(ALL, ENTRIES);
    for (const uid of ["1", "2", "3"]) {
      machine(uid);
      clock.advance(50);
      expect(reader.frames.at(-1)).toMatchObject({ head: expect.arrayContaining([Number(uid)]), order: expect.anything() });
    }
  });

  it("counts its frames for each stream apart", () => {
    const first = join(ALL, ENTRIES);
    machine("1");
    clock.advance(50);
    const second = join(ALL, { ...ENTRIES, id: 7 });
    machine("2");
    clock.advance(50);
    expect(first.reader.frames.map(({ v, n }) => [v, n])).toEqual([
      [1, 0],
      [1, 1],
      [1, 2],
    ]);
    expect(second.reader.frames.map(({ v, n }) => [v, n])).toEqual([
      [7, 0],
      [7, 1],
    ]);
  });

  it("is computed once for equal views of equal scopes", () => {
    const compute = vi.spyOn(VIEWS, "entries");
    const readers = [join(ALL, ENTRIES), join(ALL, ENTRIES), join(ALL, ENTRIES)];
    expect(hub.views).toBe(1);
    expect(compute).toHaveBeenCalledTimes(1);
    join(viewerOf(["shop"]), ENTRIES);
    expect(hub.views).toBe(2);
    machine("1");
    clock.advance(50);
    const bodies = readers.map(({ reader }) => JSON.stringify(reader.frames.at(-1)));
    expect(new Set(bodies).size).toBe(1);
  });

  it("gives a newcomer its snapshot before any patch, though a change waits to be sent", () => {
    const first = join(ALL, ENTRIES);
    machine("1");
    const second = join(ALL, ENTRIES);
    expect(second.reader.frames.map(({ t }) => t)).toEqual(["snapshot"]);
    expect(second.reader.frames[0]).toMatchObject({ head: { total: 1 } });
    expect(first.reader.frames.map(({ t }) => t)).toEqual(["snapshot", "patch"]);
    clock.advance(1_000);
    expect(second.reader.frames).toHaveLength(1);
  });

  it("sends no frame for a change that its window does not show", () => {
    machine("1");
    const { reader } = join(ALL, { ...ENTRIES, query: "q=vm-1", limit: 0 });
    machine("1", { weight: 7 });
    clock.advance(50);
    expect(reader.frames).toHaveLength(1);
  });

  it("is refused in words where its query cannot be read, and the others go on", () => {
    const { reader } = join(ALL, { ...ENTRIES, id: 2, kind: "entry", query: "name=x" }, ENTRIES);
    expect(reader.frames[0]).toEqual({ t: "refused", v: 2, n: 0, problem: "An entry is named by cluster, ns and name." });
    expect(reader.frames[1]).toMatchObject({ t: "snapshot", v: 1 });
  });

  it("that cannot be computed is told to its readers and logged, and the others go on", () => {
    const logged = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { reader } = join(ALL, ENTRIES, { ...ENTRIES, id: 2, kind: "strip" });
    machine("1");
    vi.spyOn(fleet, "row").mockImplementation(() => {
      throw new Error("a fault");
    });
    clock.advance(50);
    const text = logged.mock.calls.join();
    vi.restoreAllMocks();
    expect(reader.frames.slice(2).map(({ t, v }) => `${t} ${v}`)).toEqual(["refused 1", "patch 2"]);
    expect(text).toContain("a fault");
    expect(hub.views).toBe(1);
  });

  it("is closed with its last reader, and nothing is computed or waited for after that", () => {
    const { stream } = join(ALL, ENTRIES);
    machine("1");
    const timers = clock.timers;
    hub.setViews(stream.id, ALL, []);
    expect(hub.views).toBe(0);
    expect(clock.timers).toBe(timers - 1);
    machine("2");
    expect(clock.timers).toBe(timers - 1);
  });

  it("stays as it is when the list of views names it again", () => {
    const { reader, stream } = join(ALL, ENTRIES);
    hub.setViews(stream.id, ALL, [ENTRIES, { ...ENTRIES, id: 2, query: "q=a" }]);
    expect(reader.frames.map(({ v }) => v)).toEqual([1, 2]);
  });
});

describe("a reader that is slow", () => {
  it("gets no queue, but a snapshot once it has room again", () => {
    const { reader } = join(ALL, ENTRIES);
    reader.room = false;
    for (let i = 0; i < 20; i++) {
      machine(`${i}`, { health: aReport("True", "x") });
      clock.advance(50);
    }
    expect(reader.frames).toHaveLength(1);
    reader.room = true;
    clock.advance(5_000);
    expect(reader.frames).toHaveLength(2);
    expect(reader.frames[1]).toMatchObject({ t: "snapshot", n: 0, head: { total: 20 } });
    machine("last");
    clock.advance(50);
    expect(reader.frames.at(-1)).toMatchObject({ t: "patch", n: 1 });
  });

  it("holds up nobody else", () => {
    const [slow, quick] = [join(ALL, ENTRIES), join(ALL, ENTRIES)];
    slow.reader.room = false;
    machine("1");
    clock.advance(50);
    expect(quick.reader.frames).toHaveLength(2);
    slow.reader.room = true;
    machine("2");
    clock.advance(50);
    expect(slow.reader.frames.at(-1)).toMatchObject({ t: "snapshot", head: { total: 2 } });
  });
});

describe("the end", () => {
  it("ends every stream for good, refuses new ones, and leaves no timer", () => {
    const { reader } = join(ALL, ENTRIES);
    machine("1");
    hub.closeAll();
    expect([reader.ended, hub.streams, hub.views, clock.timers]).toEqual([true, 0, 0, 0]);
    expect(join().reader.ended).toBe(true);
  });

  it("ends with its viewer's rights as they were, those of others go on, and whoever comes back has a stream", () => {
    const waiting = new Map<string, () => void>();
    hub = new Hub({
      ...parts(),
      follow: ({ subject }, changed) => {
        waiting.set(subject, changed);
        return () => waiting.delete(subject);
      },
    });
    const [changed, same] = [join(viewerOf("all", "changed"), ENTRIES), join(viewerOf("all", "same"), ENTRIES)];
    waiting.get("changed")?.();
    expect([changed.reader.ended, same.reader.ended, [...waiting.keys()]]).toEqual([true, false, ["same"]]);
    expect(join(viewerOf(["shop"], "changed"), ENTRIES).reader.frames).toHaveLength(1);
    hub.close(same.stream);
    expect([...waiting.keys()]).toEqual(["changed"]);
  });

  it("does not stay open where its viewer's rights changed before it was", () => {
    const left: string[] = [];
    hub = new Hub({
      ...parts(),
      follow: ({ subject }, changed) => {
        changed();
        return () => left.push(subject);
      },
    });
    const { reader } = join(ALL, ENTRIES);
    expect([reader.ended, hub.streams, hub.views, left]).toEqual([true, 0, 0, ["somebody"]]);
  });
});

describe("limits", () => {
  const longest = (id: number): ViewRequest => ({ ...ENTRIES, id, query: `q=!z${id}&sort=-age`, limit: 500 });
  const refusalOf = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      return error;
    }
    return null;
  };

  it("refuse more rows than a stream may have, in words, and leave it with the views that it had", () => {
    const { reader, stream } = join(ALL, ENTRIES);
    const asked = Array.from({ length: 128 }, (_, id) => longest(id));
    const refusal = refusalOf(() => hub.setViews(stream.id, ALL, asked));
    expect(refusal).toMatchObject({
      status: 413,
      field: "views",
      detail: expect.stringMatching(/^These 128 views cost more than 8000 rows, the most that one stream may have\./),
    });
    expect(refusalOf(() => hub.admit(ALL, asked))).toMatchObject({ status: 413 });
    expect([hub.views, reader.frames.length]).toEqual([1, 1]);
  });

  it("refuse one stream too many, of all and of one viewer, with when to ask again", () => {
    const few = new Hub({ ...parts(), limits: { streams: 3, streamsOfViewer: 2 } });
    few.open(ALL, new Reader());
    expect(refusalOf(() => few.admit(ALL, []))).toBeNull();
    few.open(ALL, new Reader());
    expect(refusalOf(() => few.admit(ALL, []))).toMatchObject({
      status: 429,
      retryAfterSeconds: 10,
      detail: expect.stringMatching(/^You have 2 open streams/),
    });
    expect(refusalOf(() => few.admit(viewerOf(["shop"]), []))).toMatchObject({ status: 429 });
    expect(refusalOf(() => few.admit(viewerOf("all", "another"), []))).toBeNull();
    few.open(viewerOf("all", "another"), new Reader());
    expect(refusalOf(() => few.admit(viewerOf("all", "a third"), []))).toMatchObject({
      status: 429,
      detail: expect.stringMatching(/^This server holds 3 open streams/),
    });
    few.closeAll();
  });

  it("take from whoever asked for the most, so that a newcomer has what it asks for", () => {
    const greedy = Array.from({ length: 12 }, (_, at) => join(ALL, ...Array.from({ length: 12 }, (_, id) => longest(at * 100 + id))));
    const modest = join(ALL, { ...ENTRIES, query: "q=modest" }, { ...ENTRIES, id: 2, kind: "fleet" });
    expect(modest.reader.frames.map(({ t }) => t)).toEqual(["snapshot", "snapshot"]);
    const refused = greedy.flatMap(({ reader }) => reader.frames).filter(({ t }) => t === "refused");
    expect(refused.length).toBeGreaterThan(12);
    expect(refused[0]).toMatchObject({ problem: expect.stringMatching(/^The server has as much to keep up to date as it can/) });
    const held = greedy.map(({ reader }) => new Set(reader.frames.filter(({ t }) => t === "snapshot").map(({ v }) => v)).size);
    expect(Math.min(...held)).toBeGreaterThan(4);
    machine("1", { name: "modest" });
    clock.advance(50);
    expect(modest.reader.frames.slice(2).map(({ t }) => t)).toEqual(["patch", "patch"]);
  });

  it("count equal views once, however they are spelled, and tell each of a stream's own", () => {
    const { reader } = join(ALL, { ...ENTRIES, query: "ns=b&ns=a" }, { ...ENTRIES, id: 2, query: "x=1&ns=a&ns=b&ns=b" });
    expect(hub.views).toBe(1);
    machine("1", { namespace: "a" });
    clock.advance(50);
    expect(reader.frames.map(({ t, v }) => `${t} ${v}`)).toEqual(["snapshot 1", "snapshot 2", "patch 1", "patch 2"]);
  });

  it("leave a stream one place in line, however often it changes its mind before its turn", () => {
    const { reader, stream } = join();
    const jobs: (() => void)[] = [];
    const turns = vi.spyOn(Turns.prototype, "add").mockImplementation(({ run }) => void jobs.push(run));
    for (let at = 0; at < 50; at++) hub.setViews(stream.id, ALL, [longest(2 * at), longest(2 * at + 1)]);
    expect(jobs).toHaveLength(1);
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) job();
    turns.mockRestore();
    expect(reader.frames.map(({ t, v }) => `${t} ${v}`)).toEqual(["snapshot 98", "snapshot 99"]);
  });

  it("compute nothing for a reader that takes nothing", () => {
    const { reader } = join(ALL, ENTRIES);
    reader.room = false;
    machine("1");
    clock.advance(50);
    const computed = vi.spyOn(fleet, "now");
    for (let at = 0; at < 20; at++) {
      machine("1", { address: `10.0.0.${at}` });
      clock.advance(50);
    }
    const calls = computed.mock.calls.length;
    vi.restoreAllMocks();
    reader.room = true;
    clock.advance(250);
    expect(reader.frames.at(-1)).toMatchObject({ t: "snapshot", head: { total: 1 } });
    expect(calls).toBe(0);
  });
});
