import { beforeEach, describe, expect, it } from "vitest";
import { FakeLiveServer } from "@/lib/testing/fake-live-server";
import { ManualClock } from "@/lib/testing/manual-clock";
import { LiveConnection, type StreamStatus } from "./live-connection";
import type { ViewUpdate } from "./live-views";
import { viewKey, type WantedView } from "./view-key";

/* A stream takes the place of another one when a sign-in was renewed. */

const ENTRIES: WantedView = { kind: "entries", query: "", offset: 0, limit: 50 };
const SHELL: WantedView = { kind: "shell", query: "", offset: 0, limit: 0 };

let server: FakeLiveServer;
let clock: ManualClock;
let connection: LiveConnection;
let updates: [string, ViewUpdate][];
let phases: StreamStatus["phase"][];

async function settled(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

const snapshot = (v: number, total: number, of?: number) => server.send("frame", { t: "snapshot", v, n: 0, head: { matched: 0, total }, rows: [] }, of);
const totals = () => updates.map(([key, update]) => [key, update.kind === "state" ? Reflect.get(update.state.head, "total") : update.problem]);

beforeEach(async () => {
  server = new FakeLiveServer();
  clock = new ManualClock(0);
  connection = new LiveConnection(
    { url: "http://stolos.test/api/live", fetch: server.fetch, now: clock.now, random: () => 0.5, setTimer: clock.setTimer },
    { view: (key, update) => updates.push([key, update]), status: ({ phase }) => phases.push(phase) },
  );
  [updates, phases] = [[], []];
  connection.want([ENTRIES, SHELL]);
  connection.start();
  await settled();
  server.hello();
  for (const v of [1, 2]) snapshot(v, 10);
  await settled();
  expect(connection.status.phase).toBe("live");
  [updates, phases] = [[], []];
});

/** The sign-in was renewed five seconds after the stream began; the new stream has said its name. */
async function renewed(): Promise<void> {
  clock.advance(4_000);
  server.beat(4_000);
  await settled();
  clock.advance(1_000);
  connection.handOver();
  await settled();
  server.hello();
  await settled();
  expect(server.opened).toBe(2);
}

describe("a stream whose sign-in was renewed", () => {
  it("goes on until the new one has brought every view, and not a moment passes without one", async () => {
    await renewed();
    expect(server.beginnings[1]).toEqual(server.beginnings[0]);
    snapshot(1, 20);
    server.send("", [1, 1, [2, 21], {}, []], 1);
    await settled();
    expect(totals()).toEqual([[viewKey(ENTRIES), 21]]);
    expect(server.closed).toEqual([]);
    snapshot(2, 20);
    await settled();
    expect(totals().slice(1)).toEqual([
      [viewKey(ENTRIES), 20],
      [viewKey(SHELL), 20],
    ]);
    expect(server.closed).toEqual([1]);
    expect(new Set(phases)).toEqual(new Set(["live"]));
    // What comes now comes by the new one; nothing is told it again.
    server.send("", [1, 1, [2, 22], {}, []]);
    await settled();
    expect(totals().at(-1)).toEqual([viewKey(ENTRIES), 22]);
    expect([server.posts, server.opened]).toEqual([[], 2]);
  });

  it("does not look fresher for having been kept back: its beat is as old as when it was heard", async () => {
    await renewed();
    clock.advance(3_000);
    for (const v of [1, 2]) snapshot(v, 20);
    await settled();
    expect(connection.status).toMatchObject({ phase: "live", beat: { now: 1_000 }, beatAgeMs: 3_000 });
  });

  it("is handed over once, however many pages tell of it, and again at the next renewal", async () => {
    await renewed();
    connection.handOver();
    for (const v of [1, 2]) snapshot(v, 20);
    await settled();
    connection.handOver();
    await settled();
    expect(server.opened).toBe(2);
    clock.advance(2_000);
    connection.handOver();
    await settled();
    expect(server.opened).toBe(3);
  });

  it("is not given up for one that shows less: a view that is refused now stays as it was until it comes", async () => {
    await renewed();
    snapshot(1, 20);
    server.send("frame", { t: "refused", v: 2, n: 0, problem: "could not be checked" });
    await settled();
    expect([server.closed, updates]).toEqual([[], []]);
    snapshot(2, 20);
    await settled();
    expect(server.closed).toEqual([1]);
    expect(totals().at(-1)).toEqual([viewKey(SHELL), 20]);
  });

  it("tells the new one the views that were chosen meanwhile", async () => {
    await renewed();
    const other = { ...ENTRIES, query: "q=shop" };
    connection.want([other, SHELL]);
    await settled();
    expect(server.posts).toMatchObject([{ stream: "stream-1", views: [SHELL, other] }]);
    for (const v of [1, 2]) snapshot(v, 20);
    await settled();
    expect(server.posts.slice(1)).toMatchObject([{ stream: "stream-2", views: [SHELL, other] }]);
  });

  it("comes back by itself where it breaks meanwhile, and the new one is not waited for", async () => {
    await renewed();
    server.end(1);
    await settled();
    expect([connection.status.phase, server.closed.toSorted()]).toEqual(["lost", [1, 2]]);
    clock.advance(2_000);
    await settled();
    server.hello();
    for (const v of [1, 2]) snapshot(v, 30);
    await settled();
    expect([connection.status.phase, server.opened]).toEqual(["live", 3]);
  });

  it("goes on where the new one is refused or breaks, which is tried again", async () => {
    server.openStatus = 503;
    connection.handOver();
    await settled();
    server.openStatus = 200;
    clock.advance(1_500);
    await settled();
    server.hello();
    for (const v of [1, 2]) snapshot(v, 20);
    await settled();
    expect([server.opened, server.closed, new Set(phases)]).toEqual([3, [1], new Set(["live"])]);
  });

  it("is opened at once where it was lost", async () => {
    server.end();
    await settled();
    connection.handOver();
    await settled();
    server.hello();
    for (const v of [1, 2]) snapshot(v, 20);
    await settled();
    expect([connection.status.phase, server.opened]).toEqual(["live", 2]);
  });

  it("leaves nothing behind where the page goes meanwhile", async () => {
    await renewed();
    connection.stop();
    await settled();
    expect([server.closed.toSorted(), clock.timers]).toEqual([[1, 2], 0]);
  });
});

describe("a stream whose sign-in is over", () => {
  it("is asked for anew at once, however young it is", async () => {
    clock.advance(5_000);
    connection.reopen();
    await settled();
    connection.reopen();
    server.openStatus = 401;
    connection.reopen(true);
    await settled();
    expect(server.opened).toBe(3);
    expect(connection.status).toMatchObject({ phase: "lost", loss: "signed out" });
  });
});
