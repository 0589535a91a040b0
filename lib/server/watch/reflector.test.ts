import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { systemClock } from "@/lib/server/clock";
import { createKubeClient, type KubeClient } from "@/lib/server/kube/client";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { FakeRequest } from "@/lib/testing/fake-routes";
import type { FakeWatch } from "@/lib/testing/fake-watch";
import { type Reflector, startReflector } from "./reflector";
import type { CollectionVersion } from "./sink";
import { scaledTimings, WATCH_TIMINGS, type WatchTimings } from "./watch-timings";

const PLURAL = "workloadentries";
/** A hundred times faster than life; a loaded machine still keeps up. */
const FAST: WatchTimings = {
  ...scaledTimings(WATCH_TIMINGS, 100),
  probeLimitMs: 400,
  doubtMs: 30,
  pageMs: 2_000,
  streamedListSilenceMs: 300,
  catchUpMs: 5,
  watchLifeMs: [240_000, 300_000],
};

let api: FakeKubeApi;
let client: KubeClient;
let reflector: Reflector | null = null;
const held = new Map<string, WorkloadEntry>();
let states: Freshness[] = [];
let upserts: string[] = [];
let collections: CollectionVersion[] = [];

beforeEach(async () => {
  held.clear();
  states = [];
  upserts = [];
  collections = [];
  api = await startFakeKubeApi();
  for (const name of ["a", "b", "c"]) put(name);
});

afterEach(async () => {
  reflector?.stop();
  await reflector?.ended;
  reflector = null;
  await client.close();
  await api.close();
});

function put(name: string, extra: Record<string, unknown> = {}) {
  return api.put(PLURAL, { namespace: "shop", name, spec: { address: "10.0.0.1" }, ...extra });
}

function start(timings: WatchTimings = FAST): Reflector {
  const clock = systemClock();
  client = createKubeClient({
    context: {
      cluster: "fake",
      server: api.url,
      proxyUrl: null,
      namespace: "",
      credentials: async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] }),
    },
    clock,
    limits: { headerMs: 400 },
  });
  let marked: Set<string> | null = null;
  reflector = startReflector({
    client,
    clock,
    timings,
    random: () => 0.5,
    locate: async () => ({ ok: true, value: `/apis/networking.istio.io/v1/${PLURAL}` }),
    labelSelector: "",
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, "fake"),
    sink: {
      beginReplace: () => {
        marked = new Set();
      },
      upsert: (entry) => {
        held.set(entry.uid, entry);
        marked?.add(entry.uid);
        upserts.push(`${entry.name}@${entry.resourceVersion}`);
      },
      endReplace: () => {
        for (const uid of held.keys()) if (!marked?.has(uid)) held.delete(uid);
        marked = null;
      },
      abandonReplace: () => {
        marked = null;
      },
      remove: ({ uid }) => {
        held.delete(uid);
      },
      size: () => held.size,
      *versions() {
        for (const entry of held.values()) yield [entry.uid, entry.resourceVersion] as const;
      },
      freshness: (freshness) => {
        states.push(freshness);
      },
      collection: (version) => {
        collections.push(version);
      },
    },
  });
  return reflector;
}

const kind = () => reflector?.report().freshness.kind;
const sorted = (pairs: Iterable<readonly [string, string]>) => [...pairs].sort();
const ours = () => sorted([...held.values()].map((entry) => [entry.uid, entry.resourceVersion] as const));
const theirs = () => sorted([...api.collection(PLURAL).objects.values()].map(({ metadata }) => [metadata.uid, metadata.resourceVersion] as const));
const asked = (what: FakeRequest["what"]) => api.requests.filter((request) => request.what === what).length;
const until = (check: () => void) => vi.waitFor(check, { timeout: 8_000, interval: 5 });

async function live(): Promise<FakeWatch> {
  await until(() => {
    expect(kind()).toBe("live");
    expect(ours()).toEqual(theirs());
    expect(api.watches.size).toBeGreaterThan(0);
  });
  const [watch] = [...api.watches].slice(-1);
  if (watch === undefined) throw new Error("no watch is open");
  return watch;
}

describe("the version of the collection", () => {
  it.each([true, false])("is reported after a list (streamed: %s)", async (streamed) => {
    api.streamedLists = streamed;
    start({ ...FAST, probeMs: 1e9 });
    await live();
    expect(collections).toEqual([{ held: String(api.version()), read: String(api.version()), tookMs: expect.any(Number) }]);
  });

  it("is reported after each probe, with the version of the sink", async () => {
    // The stream is never reopened.
    start({ ...FAST, silenceMs: 1e9 });
    await live();
    const listed = String(api.version());
    // Writes of other kinds raise the version that a read returns. Events of this watch do not show them.
    api.put("leases", { name: "node" });
    await until(() => expect(collections.at(-1)).toMatchObject({ held: listed, read: String(api.version()) }));
    put("d");
    await until(() => expect(collections.at(-1)).toMatchObject({ held: String(api.version()), read: String(api.version()) }));
  });

  it("is reported after the probe before a stream is opened again", async () => {
    start({ ...FAST, probeMs: 1e9 });
    const watch = await live();
    api.put("leases", { name: "node" });
    watch.cut();
    await until(() => expect(collections.at(-1)).toMatchObject({ read: String(api.version()) }));
  });
});

describe("a reflector", () => {
  it.each([
    ["streamed", true],
    ["paged", false],
  ])("holds what the server holds after a %s list and follows every change", async (_how, streamed) => {
    api.streamedLists = streamed;
    start();
    await live();
    put("d");
    put("a", { spec: { address: "10.0.0.9" } });
    api.remove(PLURAL, `${PLURAL}-shop-b`);
    await until(() => expect(ours()).toEqual(theirs()));
    expect(held.get(`${PLURAL}-shop-a`)?.address).toBe("10.0.0.9");
  });

  it("reads a list of several pages whole", async () => {
    api.streamedLists = false;
    for (let i = 0; i < 1_203; i++) put(`vm-${i}`);
    start();
    await live();
    expect(held.size).toBe(1_206);
    expect(asked("list")).toBe(3);
  });

  it("starts a list over when its continue token expires", async () => {
    api.streamedLists = false;
    for (let i = 0; i < 600; i++) put(`vm-${i}`);
    let expired = false;
    api.intercept = ({ query }) => {
      if (expired || !query.get("continue")) return null;
      expired = true;
      return { status: 410, body: JSON.stringify({ message: "The provided continue parameter is too old" }) };
    };
    start();
    await live();
    expect(held.size).toBe(603);
  });

  it("falls back to pages where the server never ends a streamed list", async () => {
    api.intercept = ({ what }) =>
      what === "streamed-list" ? { status: 200, body: `${JSON.stringify({ type: "BOOKMARK", object: { metadata: { resourceVersion: "5" } } })}\n` } : null;
    start();
    await live();
    expect(asked("list")).toBe(1);
  });
});

describe("after a fault in its stream, a reflector equals the server again", () => {
  const faults: [string, (watch: FakeWatch) => void, "resumes" | "lists"][] = [
    ["a cut connection (F02)", (watch) => watch.cut(), "resumes"],
    ["a cut in the middle of a line (F03)", (watch) => watch.cutAfter('{"type":"ADDED","obj'), "resumes"],
    ["an orderly end (F07)", (watch) => watch.end(), "resumes"],
    ["a line that is not JSON", (watch) => watch.raw("%%%\n"), "lists"],
    ["an unknown event type (F16)", (watch) => watch.write({ type: "SPLINED", object: {} }), "lists"],
    ["an event without metadata", (watch) => watch.write({ type: "MODIFIED", object: { spec: {} } }), "lists"],
    ["an event with no object", (watch) => watch.write({ type: "MODIFIED", object: null }), "lists"],
    ["a value that is no event", (watch) => watch.write([1, 2]), "lists"],
    ["an event without a version", (watch) => watch.write({ type: "MODIFIED", object: { metadata: { uid: "u", name: "n" } } }), "lists"],
    ["an ERROR event, stream left open (F15)", (watch) => watch.write({ type: "ERROR", object: { kind: "Status", code: 500, message: "etcd" } }), "lists"],
    [
      "an ERROR event 410 (F08)",
      (watch) => watch.write({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired", message: "too old" } }),
      "lists",
    ],
    [
      "a version that goes back (F18)",
      (watch) => watch.write({ type: "MODIFIED", object: { metadata: { uid: `${PLURAL}-shop-a`, name: "a", resourceVersion: "7" } } }),
      "lists",
    ],
  ];

  it.each(faults)("%s", async (_name, disturb, then) => {
    start();
    const watch = await live();
    disturb(watch);
    put("d");
    api.remove(PLURAL, `${PLURAL}-shop-c`);
    await until(() => {
      expect(kind()).toBe("live");
      expect(ours()).toEqual(theirs());
      expect(asked("streamed-list")).toBe(then === "lists" ? 2 : 1);
    });
  });

  it("takes an event that comes twice once (F17)", async () => {
    start();
    const watch = await live();
    const object = put("a");
    watch.write({ type: "MODIFIED", object });
    put("d");
    await until(() => expect(ours()).toEqual(theirs()));
    expect(upserts.filter((one) => one === `a@${object.metadata.resourceVersion}`)).toHaveLength(1);
    expect(asked("streamed-list")).toBe(1);
  });

  it("keeps two machines of one name apart (F20)", async () => {
    start();
    const watch = await live();
    watch.cut();
    api.remove(PLURAL, `${PLURAL}-shop-a`);
    api.put(PLURAL, { namespace: "shop", name: "a", uid: "second", spec: {} });
    await until(() => expect([...held.keys()]).toContain("second"));
    expect(held.has(`${PLURAL}-shop-a`)).toBe(false);
  });
});

describe("a reflector that is blind says so", () => {
  it("is stale while the server refuses connections, and live again after (F01)", async () => {
    start();
    await live();
    await api.refuse();
    await until(() => expect(kind()).toBe("stale"));
    expect(reflector?.report().freshness).toMatchObject({ reason: expect.stringContaining("refuses the connection") });
    put("d");
    await api.listen();
    await live();
    expect(asked("streamed-list")).toBe(1);
  });

  it("notices a black hole by silence, and what was missed in it (F04)", async () => {
    start();
    await live();
    api.deliver = false;
    put("d");
    expect(ours()).not.toEqual(theirs());
    api.deliver = true;
    await until(() => expect(ours()).toEqual(theirs()));
    expect(asked("probe")).toBeGreaterThan(0);
  });

  it("is stale when nothing answers at all, with the age of its last proof", async () => {
    start();
    await live();
    api.intercept = () => "hang";
    for (const watch of api.watches) watch.cut();
    await until(() => expect(kind()).toBe("stale"));
    expect(reflector?.report().freshness.asOf).not.toBeNull();
  });

  it("does not stay live when headers never come (F05)", async () => {
    api.intercept = () => "hang";
    start();
    await until(() => expect(kind()).toBe("stale"));
    expect(reflector?.report().freshness.asOf).toBeNull();
  });

  it.each([
    [403, "denied"],
    [401, "denied"],
    [429, "stale"],
    [500, "stale"],
    [503, "stale"],
    [301, "stale"],
  ])("turns a %i on its probe into %s", async (status, expected) => {
    start();
    await live();
    api.intercept = () => ({ status, body: JSON.stringify({ message: "no" }) });
    await until(() => expect(kind()).toBe(expected));
    api.intercept = () => null;
    put("d");
    await live();
  });

  it.each([
    ["an HTML page (F38)", { status: 200, body: "<html>login</html>", type: "text/html" }],
    ["JSON that is none", { status: 200, body: "{" }],
    ["a list without items", { status: 200, body: JSON.stringify({ metadata: { resourceVersion: "5" } }) }],
    ["a list without a version", { status: 200, body: JSON.stringify({ metadata: {}, items: [] }) }],
    ["something compressed", { status: 200, body: "{}", headers: { "content-encoding": "gzip" } }],
  ])("takes %s for an error and never for an empty fleet", async (_name, answer) => {
    start();
    await live();
    api.intercept = () => answer;
    for (const watch of api.watches) watch.cut();
    await until(() => expect(kind()).toBe("stale"));
    expect(held.size).toBe(3);
  });

  it("lists again when a watch is too old (F08)", async () => {
    start();
    const watch = await live();
    api.intercept = ({ what }) => (what === "watch" ? { status: 410, body: JSON.stringify({ message: "too old resource version" }) } : null);
    api.remove(PLURAL, `${PLURAL}-shop-a`);
    put("e");
    watch.cut();
    await until(() => {
      expect(ours()).toEqual(theirs());
      expect(asked("streamed-list")).toBeGreaterThan(0);
    });
  });

  it("finds that the server went back in time (F11), though every watch stays silent", async () => {
    const before = new Map(api.collection(PLURAL).objects);
    const version = api.version();
    for (let i = 0; i < 20; i++) put("a", { spec: { address: `10.0.0.${i}` } });
    put("z");
    start();
    await live();
    api.restore(PLURAL, before, version);
    await until(() => expect(ours()).toEqual(theirs()));
    expect(held.has(`${PLURAL}-shop-z`)).toBe(false);
    expect(states.some((state) => state.kind === "catching-up" && state.reason.includes("back in time"))).toBe(true);
  });

  it("repairs what no event told (F12), by comparing with the server's list", async () => {
    start({ ...FAST, digestMs: 200, silenceMs: 60_000 });
    await live();
    api.deliver = false;
    api.remove(PLURAL, `${PLURAL}-shop-b`);
    put("silent");
    await until(() => expect(ours()).toEqual(theirs()));
    expect(states.some((state) => state.kind === "catching-up" && state.reason.includes("from the API server's list"))).toBe(true);
  });

  it("compares again where a comparison failed or found nothing, under the same stream (F12)", async () => {
    start({ ...FAST, digestMs: 200, silenceMs: 60_000, watchLifeMs: [60_000, 60_000] });
    await live();
    let compared = 0;
    api.intercept = ({ what }) => (what === "list" && compared++ < 2 ? { status: 503, body: '{"message":"no"}' } : null);
    await until(() => expect(compared).toBeGreaterThan(3));
    expect(asked("watch") + asked("streamed-list")).toBe(1);
    api.deliver = false;
    api.remove(PLURAL, `${PLURAL}-shop-b`);
    await until(() => expect(ours()).toEqual(theirs()));
  });

  it("says absent where the kind does not exist, and finds it when it comes (F34)", async () => {
    api.kinds.delete(PLURAL);
    start();
    await until(() => expect(kind()).toBe("absent"));
    api.kinds.add(PLURAL);
    await live();
    api.kinds.delete(PLURAL);
    await until(() => expect(kind()).toBe("absent"));
    expect(held.size).toBe(0);
  });
});

describe("a server that is slow, behind or odd", () => {
  it("gives up a list that trickles in, says stale, and holds what it held (F06)", async () => {
    start({ ...FAST, pageMs: 200 });
    await live();
    const body = JSON.stringify({ metadata: { resourceVersion: "9" }, items: [] });
    api.intercept = ({ what }) => (what === "probe" || what === "list" ? { status: 200, body, trickleMs: 25 } : null);
    for (const watch of api.watches) watch.cut();
    await until(() => expect(kind()).toBe("stale"));
    expect(held.size).toBe(3);
    api.intercept = () => null;
    await live();
  });

  it("puts an event together that comes byte by byte (F06)", async () => {
    start();
    const watch = await live();
    const object = api
      .collection(PLURAL)
      .put({ ...[...api.collection(PLURAL).objects.values()][0], metadata: { uid: "slow", name: "slow", resourceVersion: "900" } } as never, 900);
    for (const byte of `${JSON.stringify({ type: "ADDED", object: object.object })}\n`) watch.raw(byte);
    await until(() => expect(held.has("slow")).toBe(true));
    expect(asked("streamed-list")).toBe(1);
  });

  it("lists anew where its version is too large for the server, and does not ask for it again (F10)", async () => {
    start();
    const watch = await live();
    const tooLarge = { status: 504, body: JSON.stringify({ message: "Timeout: Too large resource version: 900, current: 5" }) };
    let refusals = 0;
    api.intercept = ({ what }) => (what === "watch" && refusals++ < 1 ? tooLarge : null);
    watch.cut();
    put("d");
    await live();
    expect(refusals).toBe(1);
    expect(asked("streamed-list")).toBe(2);
  });

  it("finds by its next list that something was deleted while nobody told (F19)", async () => {
    start();
    const watch = await live();
    watch.event = () => undefined;
    api.remove(PLURAL, `${PLURAL}-shop-b`);
    api.collection(PLURAL).compact(api.version());
    watch.cut();
    await until(() => expect(held.has(`${PLURAL}-shop-b`)).toBe(false));
    await live();
  });

  it("goes on from a bookmark after everything before it has expired (F21)", async () => {
    start();
    const watch = await live();
    for (let i = 0; i < 5; i++) api.put("pods", { namespace: "x", name: `pod-${i}` });
    watch.bookmark(api.version());
    put("d");
    await until(() => expect(ours()).toEqual(theirs()));
    api.collection(PLURAL).compact(api.version() - 1);
    watch.cut();
    put("e");
    await live();
    expect(asked("streamed-list")).toBe(1);
  });

  it("needs no bookmarks at all: without any, an expired version costs one list, not a storm (F21)", async () => {
    start();
    const watch = await live();
    put("d");
    api.collection(PLURAL).compact(api.version() + 50);
    for (let i = 0; i < 60; i++) api.put("pods", { namespace: "x", name: `pod-${i}` });
    watch.cut();
    await live();
    put("e");
    await until(() => expect(ours()).toEqual(theirs()));
    expect(asked("streamed-list")).toBeLessThanOrEqual(2);
  });

  it("never goes back while two API servers take turns of which one is behind (F22)", async () => {
    start();
    await live();
    const seen = new WeakSet<FakeWatch>();
    let opened = 0;
    const late = setInterval(() => {
      for (const watch of api.watches) {
        if (seen.has(watch)) continue;
        seen.add(watch);
        if (opened++ % 2 === 0) continue;
        const { event } = watch;
        watch.event = (plural, one) => void setTimeout(() => event(plural, one), 60);
      }
    }, 1);
    for (let i = 0; i < 40; i++) {
      put("a", { spec: { address: `10.0.1.${i}` } });
      if (i % 8 === 7) for (const watch of api.watches) watch.cut();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await until(() => expect(ours()).toEqual(theirs()));
    clearInterval(late);
    const versions = upserts.filter((one) => one.startsWith("a@")).map((one) => Number(one.slice(2)));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
  });

  it("resumes where the server ended its watch as one of a slow reader, without a list (F24)", async () => {
    start();
    const watch = await live();
    for (let i = 0; i < 400; i++) put(`vm-${i}`);
    watch.end();
    for (let i = 0; i < 400; i++) put(`vm-${i}`, { spec: { address: "10.9.9.9" } });
    await live();
    expect(held.size).toBe(403);
    expect(asked("streamed-list")).toBe(1);
  });

  it("reads ten thousand objects and very large ones, and keeps nothing of what it does not show (F25)", async () => {
    api.streamedLists = false;
    const annotations = { note: "x".repeat(64 * 1024) };
    put("noted", { metadata: { annotations } });
    put("huge", { spec: { address: "10.0.0.2" }, odd: "y".repeat(1_400_000) });
    for (let i = 0; i < 10_000; i++) put(`vm-${i}`);
    start();
    await until(() => expect(held.size).toBe(10_005));
    for (const name of ["noted", "huge"]) expect(JSON.stringify(held.get(`${PLURAL}-shop-${name}`)).length).toBeLessThan(1_500);
    put("huge", { spec: { address: "10.0.0.3" }, odd: "y".repeat(1_400_000) });
    await until(() => expect(held.get(`${PLURAL}-shop-huge`)?.address).toBe("10.0.0.3"));
  });
});

describe("a reflector that is denied", () => {
  it("withdraws what it held with the second refusal, a few seconds after the first (F32)", async () => {
    start();
    await live();
    api.intercept = () => ({ status: 403, body: JSON.stringify({ message: "no longer" }) });
    const watch = [...api.watches][0];
    watch?.cut();
    await until(() => expect(kind()).toBe("denied"));
    expect(reflector?.report().freshness.asOf, "what is held is as old as its last proof").not.toBeNull();
    await until(() => expect(held.size).toBe(0));
    expect(reflector?.report()).toMatchObject({ freshness: { kind: "denied", asOf: null, reason: "no longer" }, objects: 0 });
    api.intercept = () => null;
    await live();
    expect(held.size).toBe(3);
  });

  it("keeps what it held after a single refusal, as of an API server that has just started", async () => {
    start();
    const watch = await live();
    let refusals = 0;
    api.intercept = () => (refusals++ === 0 ? { status: 403, body: "{}" } : null);
    watch.cut();
    await until(() => expect(refusals).toBeGreaterThan(1));
    await live();
    expect(states.some((state) => state.kind === "denied")).toBe(true);
    expect(asked("streamed-list"), "no list was needed").toBe(1);
  });

  it("keeps what it held while its credentials are not accepted, and calls none of it live", async () => {
    start();
    await live();
    api.intercept = () => ({ status: 401 });
    for (const watch of api.watches) watch.cut();
    await until(() => expect(kind()).toBe("denied"));
    expect(held.size).toBe(3);
  });
});

describe("a reflector is polite", () => {
  it("waits as long as Retry-After says", async () => {
    const at: number[] = [];
    api.intercept = () => {
      at.push(performance.now());
      return at.length === 1 ? { status: 429, body: "{}", headers: { "retry-after": "1" } } : null;
    };
    start();
    await live();
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(950);
  });

  it("slows down when every watch is closed at once (F07)", async () => {
    start();
    await live();
    api.intercept = ({ what }) => (what === "watch" ? { status: 200, body: "" } : null);
    const before = asked("watch");
    for (const watch of api.watches) watch.end();
    await until(() => expect(asked("watch") - before).toBeGreaterThan(5));
    const began = performance.now();
    const soFar = asked("watch");
    await until(() => expect(asked("watch") - soFar).toBeGreaterThan(3));
    expect(performance.now() - began).toBeGreaterThan(4 * FAST.backoffMostMs * 0.3);
  });
});

describe("objects that nobody can read", () => {
  it("are none where a list says items: null, as an empty one does (F26)", async () => {
    api.streamedLists = false;
    api.intercept = ({ what }) => (what === "list" ? { status: 200, body: JSON.stringify({ metadata: { resourceVersion: "500" }, items: null }) } : null);
    start();
    await until(() => expect(kind()).toBe("live"));
    expect(reflector?.report()).toMatchObject({ objects: 0, unreadable: 0 });
  });

  it("are rows that say what is wrong, beside their siblings (F26)", async () => {
    api.streamedLists = false;
    put("odd", { spec: { address: 5 } });
    put("bare", { spec: null });
    api.intercept = ({ what }) => {
      if (what !== "list") return null;
      const items: unknown[] = [...api.collection(PLURAL).objects.values(), { spec: {} }, null, "text"];
      return { status: 200, body: JSON.stringify({ metadata: { resourceVersion: String(api.version()) }, items }) };
    };
    start();
    await until(() => expect(kind()).toBe("live"));
    const said = [...held.values()].map((entry) => [entry.name, entry.unreadable]);
    expect(said).toEqual(
      expect.arrayContaining([
        ["a", null],
        ["odd", "spec.address is a number, not a string"],
        ["bare", "spec is missing"],
        ["(no name 1)", "metadata is missing"],
        ["(no name 2)", "the object is missing"],
      ]),
    );
    expect(reflector?.report()).toMatchObject({ objects: 8, unreadable: 5 });
  });
});
