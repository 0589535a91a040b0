import { describe, expect, it, vi } from "vitest";
import { LiveConnection } from "@/lib/client/live-connection";
import { SetViews, type ViewState } from "@/lib/contract/views/view";
import { scopeFromPermissions, type Viewer } from "@/lib/domain/source/scope";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { Hub } from "@/lib/server/live/hub";
import { openStream } from "@/lib/server/live/open-stream";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { seededRandom } from "./seeded-random";

const VIEWER: Viewer = {
  subject: "somebody",
  scope: scopeFromPermissions(new Map([["prod-eu", new Map([["workloadentries", "all"]] as const)]])),
  mayWrite: false,
};
const clock = new ManualClock(NOW);
const random = seededRandom(7);

function fleetOf(size: number) {
  const fleet = liveFleet(["prod-eu"], clock.now);
  fleet.store.setWorld(aWorld(), NOW);
  for (let i = 0; i < size; i++) fleet.store.upsertEntry(anEntry({ uid: `uid-${i}`, name: `vm-${i}` }), NOW, "seen");
  return fleet;
}

/** A server that can be replaced by another, which knows no stream of the first. */
class Restartable {
  readonly openedAt: number[] = [];
  readonly fleet = fleetOf(3);
  #streams = 0;
  #hub: Hub | null = this.#start();

  #start(): Hub {
    const { fleet } = this;
    const beat = () => ({ now: clock.now(), clusters: [], problems: [] });
    const pace = { beatMs: 5_000, frameMs: 50 };
    // All of them are one viewer here, who may have as many streams as there are.
    const limits = { streams: 1_000, streamsOfViewer: 1_000 };
    return new Hub({ fleet, lists: new StandingLists(fleet), clock, pace, build: "b", beat, limits, newId: () => `s${++this.#streams}` });
  }

  stop(): void {
    this.#hub?.closeAll();
    this.#hub = null;
  }

  begin(): void {
    this.#hub = this.#start();
  }

  get streams(): number {
    return this.#hub?.streams ?? 0;
  }

  fetch: typeof fetch = async (_input, init) => {
    if (this.#hub === null) throw new TypeError("fetch failed");
    const { stream, views } = SetViews.parse(JSON.parse(String(init?.body ?? '{"views":[]}')));
    if (stream !== undefined) return new Response(null, { status: this.#hub.setViews(stream, VIEWER, views) ? 204 : 404 });
    this.openedAt.push(clock.now());
    return openStream(this.#hub, VIEWER, init?.signal ?? new AbortController().signal, views);
  };
}

interface Browser {
  readonly connection: LiveConnection;
  state: ViewState | null;
  updates: number;
}

function browse(server: Restartable, road = server.fetch): Browser {
  const surroundings = { url: "http://x/api/live", fetch: road, now: clock.monotonic, random: () => random.next(), setTimer: clock.setTimer };
  const browser: Browser = {
    connection: new LiveConnection(surroundings, {
      view: (_key, update) => {
        browser.updates++;
        browser.state = update.kind === "state" ? update.state : null;
      },
      status: () => undefined,
    }),
    state: null,
    updates: 0,
  };
  browser.connection.want([{ kind: "entries", query: "sort=name", offset: 0, limit: 10 }]);
  browser.connection.start();
  return browser;
}

/** Lets time pass, and what it starts come to an end. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    clock.advance(50);
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

const names = (browser: Browser) => browser.state?.rows.map((row) => Reflect.get(row, "name"));

describe("when the server restarts", () => {
  it.each([
    ["at once", 100],
    ["after three seconds", 3_000],
  ])("and is back %s, two hundred browsers come back over five seconds or more, stale meanwhile, without a row twice (F44)", async (_when, awayMs) => {
    const server = new Restartable();
    const browsers = Array.from({ length: 200 }, () => browse(server));
    await pass(6_000);
    expect(server.streams).toBe(200);
    expect(names(browsers[0] as Browser)).toEqual(["vm-0", "vm-1", "vm-2"]);

    const before = server.openedAt.length;
    server.stop();
    await pass(awayMs);
    expect(browsers.filter(({ connection }) => connection.status.phase === "lost").length).toBe(200);
    server.begin();
    server.fleet.store.removeEntry("prod-eu", "uid-1", NOW, "seen");
    await pass(25_000);

    const came = server.openedAt.slice(before);
    expect(came).toHaveLength(200);
    expect(Math.max(...came) - Math.min(...came)).toBeGreaterThanOrEqual(5_000);
    const busiest = Math.max(...came.map((at) => came.filter((other) => other >= at && other < at + 500).length));
    expect(busiest, "within any half second").toBeLessThanOrEqual(60);
    expect(new Set(browsers.map((browser) => JSON.stringify(names(browser))))).toEqual(new Set(['["vm-0","vm-2"]']));
    for (const { connection } of browsers) {
      expect(connection.status.phase).toBe("live");
      connection.stop();
    }
    server.stop();
  });

  it("one reader alone is back within two seconds", async () => {
    for (let trial = 0; trial < 20; trial++) {
      const server = new Restartable();
      const { connection } = browse(server);
      await pass(1_000);
      server.stop();
      server.begin();
      await pass(2_000);
      expect(connection.status.phase).toBe("live");
      connection.stop();
      server.stop();
    }
  });
});

describe("a machine that slept for half an hour", () => {
  it("says lost first, then shows exactly what is now, without a flood of what was (F41)", async () => {
    const server = new Restartable();
    const browser = browse(server);
    await pass(1_000);
    // It reads nothing and no timer of its own runs; the server goes on.
    for (let i = 0; i < 500; i++) server.fleet.store.upsertEntry(anEntry({ uid: "uid-0", name: "vm-0", address: `10.1.${i >> 8}.${i & 255}` }), NOW, "seen");
    const [streams, updates] = [server.openedAt.length, browser.updates];
    browser.connection.reopen();
    expect(browser.connection.status.phase).toBe("lost");
    await pass(500);
    expect(browser.connection.status.phase).toBe("live");
    expect(server.openedAt.length - streams).toBe(1);
    expect(browser.updates - updates).toBe(1);
    expect(Reflect.get(browser.state?.rows[0] ?? {}, "address")).toBe("10.1.1.243");
    browser.connection.stop();
    server.stop();
  });
});

it("a clock that is an hour off, or jumps, changes nothing (F39)", async () => {
  const server = new Restartable();
  const wall = vi.spyOn(Date, "now").mockReturnValue(NOW - 3_600_000);
  const browser = browse(server);
  await pass(6_000);
  wall.mockReturnValue(NOW + 3_600_000);
  await pass(6_000);
  expect(browser.connection.status).toMatchObject({ phase: "live", beat: { now: expect.any(Number) } });
  expect(browser.connection.status.beatAgeMs).toBeLessThanOrEqual(5_000);
  expect(Math.abs((browser.connection.status.beat?.now ?? 0) + browser.connection.status.beatAgeMs - clock.now())).toBeLessThan(100);
  expect(server.openedAt).toHaveLength(1);
  browser.connection.stop();
  server.stop();
});

describe("behind a proxy that buffers", () => {
  /** Holds back what the server sends, and hands it on in bursts. */
  function buffering(server: Restartable, burstMs: number): typeof fetch {
    return async (input, init) => {
      const answer = await server.fetch(input, init);
      if (answer.body === null) return answer;
      const reader = answer.body.getReader();
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          const held: Uint8Array[] = [];
          let ended = false;
          init?.signal?.addEventListener("abort", () => {
            ended = true;
            controller.error(new TypeError("aborted"));
          });
          const burst = () => {
            if (ended) return;
            for (const bytes of held.splice(0)) controller.enqueue(bytes);
            clock.setTimer(burst, burstMs);
          };
          clock.setTimer(burst, burstMs);
          for (let part = await reader.read(); !part.done && !ended; part = await reader.read()) held.push(part.value);
          await reader.cancel();
        },
      });
      return new Response(body, { headers: answer.headers });
    };
  }

  it("for ever, a page is never live, and says lost within fifteen seconds (F40)", async () => {
    const server = new Restartable();
    const browser = browse(server, buffering(server, 3_600_000));
    const phases = new Set<string>();
    for (let second = 1; second <= 60; second++) {
      await pass(1_000);
      phases.add(browser.connection.status.phase);
      if (second === 15) expect(phases).toContain("lost");
    }
    expect(phases).not.toContain("live");
    browser.connection.stop();
    server.stop();
  });

  it("for a few seconds at a time, a page lags by no more than that, and stays live (F40)", async () => {
    const server = new Restartable();
    const browser = browse(server, buffering(server, 4_000));
    await pass(9_000);
    server.fleet.store.removeEntry("prod-eu", "uid-1", NOW, "seen");
    await pass(4_200);
    expect(browser.connection.status.phase).toBe("live");
    expect(names(browser)).toEqual(["vm-0", "vm-2"]);
    browser.connection.stop();
    server.stop();
  });
});

it("a hundred readers that read nothing hold up nobody, and begin afresh when they read again (F42)", async () => {
  const server = new Restartable();
  const reader = browse(server);
  const stalled = await Promise.all(
    Array.from({ length: 100 }, async () => {
      const body = (await server.fetch("", {})).body;
      if (body === null) throw new Error("no stream");
      return body.getReader();
    }),
  );
  await pass(500);
  for (const one of stalled) {
    const hello = new TextDecoder().decode((await one.read()).value);
    const stream = /"stream":"([^"]+)"/.exec(hello)?.[1] ?? "";
    const views = [{ id: 1, kind: "entries", query: "sort=name", offset: 0, limit: 10 }];
    expect((await server.fetch("", { method: "POST", body: JSON.stringify({ stream, views }) })).status).toBe(204);
  }
  for (let i = 0; i < 700; i++) {
    server.fleet.store.upsertEntry(anEntry({ uid: "uid-0", name: "vm-0", address: `10.2.${i >> 8}.${i & 255}`, locality: "x".repeat(600) }), NOW, "seen");
    clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await pass(200);
  expect(Reflect.get(reader.state?.rows[0] ?? {}, "address")).toBe("10.2.2.187");
  // Everything that was kept for them comes at once; what follows is a fresh start.
  const texts = stalled.slice(0, 5).map((one) => gathered(one));
  await pass(11_000);
  for (const { text } of texts) {
    expect(text.length).toBeLessThan(400 * 1_024);
    expect(text.slice(text.lastIndexOf('"t":"snapshot"'))).toContain("10.2.2.187");
  }
  reader.connection.stop();
  for (const one of stalled) await one.cancel();
  server.stop();
});

/** Reads on and on. */
function gathered(reader: ReadableStreamDefaultReader<Uint8Array>): { text: string } {
  const all = { text: "" };
  const read = async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) all.text += new TextDecoder().decode(part.value);
  };
  void read();
  return all;
}
