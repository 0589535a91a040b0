import { beforeEach, describe, expect, it } from "vitest";
import { MAX_STREAM_COST, MAX_VIEWS_PER_STREAM, viewCostOf } from "@/lib/contract/views/view";
import { NOT_CHECKED } from "@/lib/format/session-words";
import { FakeLiveServer } from "@/lib/testing/fake-live-server";
import { ManualClock } from "@/lib/testing/manual-clock";
import { LiveConnection, type StreamStatus } from "./live-connection";
import type { ViewUpdate } from "./live-views";
import { viewKey, type WantedView } from "./view-key";

const ENTRIES: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };
const SHELL: WantedView = { kind: "shell", query: "", offset: 0, limit: 0 };

/** Lets everything that was promised come to pass. */
async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

let server: FakeLiveServer;
let clock: ManualClock;
let connection: LiveConnection;
let updates: [string, ViewUpdate][];
let phases: StreamStatus["phase"][];
let misfits: string[];
let random = 0.5;

beforeEach(() => {
  server = new FakeLiveServer();
  clock = new ManualClock(0);
  updates = [];
  phases = [];
  misfits = [];
  random = 0.5;
  connection = new LiveConnection(
    {
      url: "http://stolos.test/api/live",
      fetch: server.fetch,
      now: clock.now,
      random: () => random,
      setTimer: clock.setTimer,
      reportMisfit: (why) => misfits.push(why),
    },
    { view: (key, update) => updates.push([key, update]), status: ({ phase }) => phases.push(phase) },
  );
});

async function opened(...views: WantedView[]): Promise<void> {
  connection.want(views);
  connection.start();
  await settled();
  server.hello();
  await settled();
}

const snapshot = (v: number, rows: readonly object[] = []) => server.send("frame", { t: "snapshot", v, n: 0, head: { matched: rows.length, total: 1 }, rows });

describe("a live connection", () => {
  it("opens with its views, tells those that came too late once the stream has said its name, and gives what comes", async () => {
    connection.want([ENTRIES]);
    connection.start();
    connection.want([ENTRIES, SHELL]);
    await settled();
    expect(server.posts).toEqual([]);
    server.hello();
    await settled();
    expect(server.beginnings).toMatchObject([[ENTRIES]]);
    expect(server.posts).toMatchObject([{ stream: "stream-1", views: [ENTRIES, SHELL] }]);
    snapshot(1, [{ id: "a", state: "healthy" }]);
    server.send("", [1, 1, [1, 2, 2, 2], { "0": [2, "unhealthy"] }, [{ id: "b" }, 0, 1]]);
    await settled();
    expect(updates.at(-1)).toEqual([
      viewKey(ENTRIES),
      { kind: "state", state: { head: { matched: 2, total: 2 }, rows: [{ id: "b" }, { id: "a", state: "unhealthy" }] } },
    ]);
    expect(connection.updateOf(viewKey(ENTRIES))).toEqual(updates.at(-1)?.[1]);
    expect(phases.at(-1)).toBe("connecting");
    snapshot(2);
    await settled();
    expect(phases.at(-1)).toBe("live");
  });

  it.each<[string, WantedView, unknown, string]>([
    ["a missing frame", ENTRIES, [1, 2, [2, 9]], "frame 2 after frame 0"],
    ["a frame twice", ENTRIES, [1, 0, [2, 9]], "frame 0 after frame 0"],
    ["an edit of no part of the head", ENTRIES, [1, 1, [9, 9]], "an edit of no part"],
    ["an edit of no row", ENTRIES, [1, 1, 0, { "1": [1, "b"] }], "an edit of no row"],
    ["a row twice", ENTRIES, [1, 1, 0, 0, [0, 1, 0, 1]], "a row without an id of its own"],
    ["fewer rows than the head counts", ENTRIES, [1, 1, 0, 0, []], "0 rows instead of 1"],
    ["more rows than the window has", { ...ENTRIES, limit: 1 }, [1, 1, [1, 2, 2, 2], 0, [0, 1, { id: "b" }]], "2 rows instead of 1"],
    ["a row of a view without rows", { ...SHELL, limit: 9 }, [1, 1, 0, 0, [{ id: "b" }]], "1 rows instead of 0"],
    ["a head without its count of rows", ENTRIES, [1, 1, [0, {}]], "1 rows instead of NaN"],
  ])("requests a view again under another number after a patch that does not fit, and shows nothing of it: %s", async (_, view, patch, reason) => {
    await opened(view);
    server.send("frame", { t: "snapshot", v: 1, n: 0, head: { matched: 1, total: 1 }, rows: view.kind === "shell" ? [] : [{ id: "a" }] });
    server.send("", patch);
    await settled();
    expect(server.posts.at(-1)?.views.map(({ id }) => id)).toEqual([2]);
    expect(updates).toHaveLength(1);
    expect(misfits).toEqual([`The view "${view.kind}" is requested again after a patch that did not fit: ${reason}.`]);
    snapshot(1, [{ id: "late" }]);
    await settled();
    expect(updates).toHaveLength(1);
    expect(phases.at(-1)).toBe("live");
  });

  it("passes on why a view is refused, and remembers it for who asks late", async () => {
    await opened(ENTRIES);
    server.send("frame", { t: "refused", v: 1, n: 0, problem: "no" });
    await settled();
    expect(connection.updateOf(viewKey(ENTRIES))).toEqual({ kind: "refused", problem: "no" });
  });

  it("comes back with jitter when the stream ends, and waits longer each time in vain", async () => {
    await opened(ENTRIES);
    server.refuses = true;
    server.end();
    await settled();
    expect(phases.at(-1)).toBe("lost");
    const waits: number[] = [];
    for (const chance of [0, 1, 0.5, 0.5, 0.5, 0.5]) {
      random = chance;
      const before = server.opened;
      for (let waited = 0; server.opened === before && waited < 30_000; waited += 100) {
        clock.advance(100);
        waits[before] = waited + 100;
      }
      await settled();
    }
    const real = waits.filter((wait) => wait !== undefined);
    expect(new Set(real).size).toBeGreaterThan(3);
    expect(Math.max(...real)).toBeLessThanOrEqual(10_100);
    expect(Math.min(...real)).toBeGreaterThanOrEqual(100);
  });

  it("is live again within twelve seconds of a road that had swallowed everything, however long", async () => {
    for (const awayMs of [20_000, 61_000, 300_000, 302_500, 305_000, 307_500]) {
      await opened();
      server.holdsStreams = true;
      clock.advance(11_000);
      for (let passed = 0; passed < awayMs; passed += 500) {
        clock.advance(500);
        await settled();
      }
      server.holdsStreams = false;
      const before = server.opened;
      for (let passed = 0; passed < 12_000 && server.opened === before; passed += 500) {
        clock.advance(500);
        await settled();
      }
      server.hello();
      await settled();
      expect(phases.at(-1), `after ${awayMs} ms`).toBe("live");
      connection.stop();
    }
  });

  it("is not live again before the new stream has brought every view", async () => {
    await opened(ENTRIES, SHELL);
    for (const v of [1, 2]) snapshot(v);
    await settled();
    server.end();
    await settled();
    clock.advance(2_000);
    await settled();
    server.hello();
    snapshot(1);
    await settled();
    expect(connection.status.phase).toBe("lost");
    snapshot(2);
    await settled();
    expect(connection.status.phase).toBe("live");
  });

  it("reads the ages of a beat with the beat before them, on the same stream alone", async () => {
    const source = { source: "pods", namespace: "*", freshness: { kind: "live", asOf: 900, reason: "" }, proofMs: 200, objects: 7, unreadable: 0 };
    const cluster = { cluster: "eu", freshness: { kind: "live", asOf: 900, reason: "" }, sources: [source], skewMs: null, version: null };
    await opened();
    server.send("beat", { now: 1_000, clusters: [cluster], problems: [] });
    server.send("ages", { now: 2_000, clusters: [[4, 300, [[8, 0, 50]]]] });
    await settled();
    const aged = { ...source, freshness: { ...source.freshness, asOf: 1_950 }, objects: 8 };
    const freshness = { ...cluster.freshness, asOf: 1_700 };
    expect(connection.status.beat).toEqual({ now: 2_000, clusters: [{ ...cluster, freshness, sources: [aged], skewMs: 4 }], problems: [] });
    server.end();
    await settled();
    clock.advance(2_000);
    await settled();
    const before = server.opened;
    server.send("hello", { stream: "another", build: "b1", beatMs: 5_000 });
    server.send("ages", { now: 3_000, clusters: [[4, 300, [50]]] });
    await settled();
    expect(connection.status).toMatchObject({ phase: "lost", beat: { now: 2_000 } });
    clock.advance(2_000);
    await settled();
    expect(server.opened).toBe(before + 1);
  });

  it("waits for no view that is not wanted any more", async () => {
    await opened(ENTRIES, SHELL);
    snapshot(2);
    await settled();
    expect(connection.status.phase).toBe("connecting");
    connection.want([SHELL]);
    expect(connection.status.phase).toBe("live");
  });

  it("knows a road that lets requests pass and holds back streams from one that lets nothing pass", async () => {
    server.postStatus = 404;
    connection.start();
    clock.advance(10_000);
    await settled();
    expect(connection.status).toMatchObject({ phase: "lost", loss: "held back" });
    server.refuses = true;
    clock.advance(10_000);
    await settled();
    expect(connection.status).toMatchObject({ phase: "lost", loss: "" });
  });

  it("knows that Stolos cannot check the permissions of the viewer, until an attempt gets no answer", async () => {
    Object.assign(server, { openStatus: 503, openProblem: { code: "unchecked" } });
    connection.start();
    await settled();
    const refused = connection.status;
    server.openProblem = {};
    clock.advance(5_000);
    await settled();
    expect([refused, connection.status]).toMatchObject([
      { phase: "lost", loss: "unchecked" },
      { phase: "lost", loss: "" },
    ]);
  });

  it("is lost when it falls silent for eleven seconds, and not before", async () => {
    await opened();
    clock.advance(10_900);
    expect(phases.at(-1)).toBe("live");
    clock.advance(200);
    expect(phases.at(-1)).toBe("lost");
  });

  it("is lost as soon as the pace it was told was missed, even where nothing came after the telling", async () => {
    connection.start();
    await settled();
    server.send("hello", { stream: "stream-1", build: "b1", beatMs: 1_000 });
    await settled();
    clock.advance(2_100);
    expect(phases).not.toContain("lost");
    clock.advance(200);
    expect(phases.at(-1)).toBe("lost");
  });

  it("is lost where it cannot be opened at all: what was painted is not live for ever", async () => {
    server.refuses = true;
    connection.start();
    await settled();
    expect(phases).toEqual(["lost"]);
  });

  it("is lost where the server takes the connection and says nothing", async () => {
    connection.start();
    await settled();
    clock.advance(10_000);
    expect(phases).toEqual(["lost"]);
  });

  it("opens everything anew where the server does not know its stream any more", async () => {
    server.postStatus = 404;
    await opened(ENTRIES);
    connection.want([ENTRIES, SHELL]);
    await settled();
    clock.advance(2_000);
    await settled();
    server.hello();
    await settled();
    expect(server.beginnings).toMatchObject([[ENTRIES], [ENTRIES, SHELL]]);
    expect(server.posts).toHaveLength(1);
  });

  it("keeps its stream where new views cannot be checked, says why they are not there, and asks for them again until they are", async () => {
    await opened(ENTRIES);
    snapshot(1);
    await settled();
    server.postStatus = 503;
    connection.want([ENTRIES, SHELL]);
    await settled();
    expect(updates.at(-1)).toEqual([viewKey(SHELL), { kind: "refused", problem: NOT_CHECKED.detail }]);
    expect(updates.filter(([key]) => key === viewKey(ENTRIES))).toHaveLength(1);
    clock.advance(3_000);
    await settled();
    expect([server.posts.length, server.opened, phases.includes("lost")]).toEqual([2, 1, false]);
    server.postStatus = 204;
    clock.advance(3_000);
    await settled();
    clock.advance(3_000);
    await settled();
    expect([server.posts.length, server.opened]).toEqual([3, 1]);
    snapshot(2, [{ id: "a" }]);
    await settled();
    expect(updates.at(-1)?.[1]).toMatchObject({ kind: "state", state: { rows: [{ id: "a" }] } });
  });

  it("sends one list of views at a time, the last one last", async () => {
    await opened(ENTRIES);
    server.holdsPosts = [];
    for (const query of ["a", "b", "c"]) connection.want([{ ...ENTRIES, query }]);
    await settled();
    expect(server.posts).toHaveLength(1);
    const [release] = server.holdsPosts;
    server.holdsPosts = null;
    release?.();
    await settled();
    expect(server.posts.map(({ views }) => views[0]?.query)).toEqual(["a", "c"]);
  });

  it("says nothing to the server when the same views are wanted again, and never asks for more than one stream carries", async () => {
    await opened(ENTRIES, SHELL);
    connection.want([SHELL, ENTRIES, SHELL]);
    await settled();
    expect(server.posts).toEqual([]);
    connection.want(Array.from({ length: MAX_VIEWS_PER_STREAM + 5 }, (_, at) => ({ ...ENTRIES, kind: "entry", query: `name=${at}` })));
    await settled();
    expect(server.posts.at(-1)?.views).toHaveLength(MAX_VIEWS_PER_STREAM);
  });

  it("asks for no more rows than a stream may have", async () => {
    await opened(ENTRIES);
    connection.want(Array.from({ length: 100 }, (_, at) => ({ ...ENTRIES, query: `q=${at}`, limit: 500 })));
    await settled();
    const asked = server.posts.at(-1)?.views ?? [];
    expect(asked.length).toBeGreaterThan(5);
    expect(asked.reduce((sum, view) => sum + viewCostOf(view), 0)).toBeLessThanOrEqual(MAX_STREAM_COST);
  });

  it("begins anew where a frame cannot be understood", async () => {
    for (const [event, frame] of [
      ["frame", { t: "novel", v: 1 }],
      ["", { t: "patch", v: 1 }],
      ["", [1, 1, 7]],
    ] as const) {
      await opened(ENTRIES);
      expect(phases.at(-1)).not.toBe("lost");
      server.send(event, frame);
      await settled();
      expect(phases.at(-1)).toBe("lost");
      connection.stop();
    }
  });

  it("is lost when its beats come later and later, though bytes never cease to trickle", async () => {
    await opened();
    for (let at = 1; at <= 12; at++) {
      clock.advance(4_000);
      server.beat(1_000 + at * 3_000);
      await settled();
      if (at === 10) expect(phases.at(-1)).toBe("live");
    }
    expect(phases).toContain("lost");
  });

  it("says how old its last beat is", async () => {
    await opened();
    clock.advance(4_000);
    expect(connection.status).toMatchObject({ phase: "live", beatAgeMs: 4_000 });
  });

  describe("that has told something and is refused then", () => {
    const refusedWith = async (status: number) => {
      await opened(ENTRIES);
      snapshot(1, [{ id: "a" }]);
      await settled();
      server.openStatus = status;
      server.end();
      await settled();
      clock.advance(2_000);
      await settled();
    };
    const held = () => connection.updateOf(viewKey(ENTRIES));

    it("with 401 forgets it after the moment that a renewal takes, and brings all of it again to whoever signs in", async () => {
      await refusedWith(401);
      expect([connection.status.isWithdrawn, held()?.kind]).toEqual([false, "state"]);
      clock.advance(3_000);
      expect([connection.status.isWithdrawn, held()]).toEqual([true, null]);
      server.openStatus = 200;
      connection.handOver();
      await settled();
      server.hello();
      snapshot(1, [{ id: "b" }]);
      await settled();
      expect(connection.status).toMatchObject({ phase: "live", isWithdrawn: false });
      expect(held()).toMatchObject({ kind: "state", state: { rows: [{ id: "b" }] } });
    });

    it("with 401 keeps it where the sign-in is renewed meanwhile", async () => {
      await refusedWith(401);
      server.openStatus = 200;
      connection.handOver();
      await settled();
      server.hello();
      await settled();
      clock.advance(3_500);
      expect([connection.status.isWithdrawn, held()?.kind]).toEqual([false, "state"]);
    });

    it("with 403 forgets it at once", async () => {
      await refusedWith(403);
      expect([connection.status.isWithdrawn, held()]).toEqual([true, null]);
    });

    it("with 503 keeps it: nobody could check who it is", async () => {
      await refusedWith(503);
      clock.advance(60_000);
      await settled();
      expect([connection.status.isWithdrawn, held()?.kind]).toEqual([false, "state"]);
    });
  });

  it.each([
    [401, "signed out"],
    [403, "not allowed"],
  ])("that is refused with %s says that it is %s, is asked for every half minute only, and at once where somebody signs in", async (status, loss) => {
    await opened();
    server.openStatus = status;
    server.end();
    await settled();
    clock.advance(2_000);
    await settled();
    expect(connection.status).toMatchObject({ phase: "lost", loss });
    const before = server.opened;
    clock.advance(29_000);
    await settled();
    expect(server.opened).toBe(before);
    clock.advance(15_000);
    await settled();
    expect(server.opened).toBe(before + 1);
    server.openStatus = 200;
    connection.reopen();
    server.hello();
    snapshot(1);
    await settled();
    expect(connection.status).toMatchObject({ phase: "live", loss: "" });
  });

  it("opens again at once when the machine woke, but once for all pages that say so", async () => {
    await opened();
    clock.advance(3_000);
    connection.reopen();
    connection.reopen();
    await settled();
    expect(server.opened).toBe(2);
  });

  it("leaves no timer and no old beat behind when it is stopped, and starts afresh", async () => {
    await opened(ENTRIES);
    connection.stop();
    await settled();
    expect(clock.timers).toBe(0);
    expect(connection.status).toEqual({ phase: "connecting", beat: null, beatAgeMs: 0, build: "", viewer: "", loss: "", isWithdrawn: false });
    connection.start();
    await settled();
    server.hello();
    snapshot(1);
    await settled();
    expect(connection.status.phase).toBe("live");
  });
});
