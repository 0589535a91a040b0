import { describe, expect, it } from "vitest";
import { LiveConnection } from "@/lib/client/live-connection";
import { SetViews, type ViewState } from "@/lib/contract/view";
import { scopeOf, type Viewer } from "@/lib/domain/scope";
import { liveFleet } from "@/lib/server/fleet/fleet-reader";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { Hub } from "@/lib/server/live/hub";
import { openStream } from "@/lib/server/live/open-stream";
import { anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { seededRandom } from "./seeded-random";

const VIEWER: Viewer = { scope: scopeOf(new Map([["prod-eu", new Map([["workloadentries", "all"]] as const)]])), mayWrite: false };
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
    return new Hub({ fleet, lists: new StandingLists(fleet), clock, pace, build: "b", beat, newId: () => `s${++this.#streams}` });
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
    if (init?.method === "POST") {
      const { stream, views } = SetViews.parse(JSON.parse(String(init.body)));
      return new Response(null, { status: this.#hub.setViews(stream, VIEWER, views) ? 204 : 404 });
    }
    this.openedAt.push(clock.now());
    return openStream(this.#hub, VIEWER, init?.signal ?? new AbortController().signal);
  };
}

interface Browser {
  readonly connection: LiveConnection;
  state: ViewState | null;
  updates: number;
}

function browse(server: Restartable): Browser {
  const surroundings = { url: "http://x/api/live", fetch: server.fetch, now: clock.monotonic, random: () => random.next(), setTimer: clock.setTimer };
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
    server.fleet.store.removeEntry("prod-eu", "uid-1");
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
