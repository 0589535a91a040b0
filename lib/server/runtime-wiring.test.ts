import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import type { WatchedKind } from "@/lib/domain/source/scope";
import { aGroup, anEntry, aWorld, NOW } from "@/lib/testing/entries";
import { selectingOf } from "@/lib/testing/hosts";
import { ManualClock } from "@/lib/testing/manual-clock";
import { aKubernetesService } from "@/lib/testing/selection";
import type { createSignIn } from "./access/create-sign-in";
import { REVIEW_TIMES, scaledReviewTimes } from "./access/review-times";
import { readConfig } from "./config";
import type { Recorder } from "./history/recorder";
import { directAnswer } from "./http/direct";
import { type FrontSettings, frontSettings, setUpFront } from "./http/front-settings";
import { Refusal } from "./http/problem";
import { getRuntime, type Runtime, start, startRuntime, stopRuntime } from "./runtime";
import type { MemoryParts, startMemory } from "./start-memory";
import type { ClusterWatchOptions } from "./watch/cluster-watch";
import { scaledTimings, WATCH_TIMINGS } from "./watch/watch-timings";

/** The parts that the runtime starts, as they were started; and the parts that it stopped, in order. */
const parts = vi.hoisted(() => ({
  beforeStop: (_part: string) => Promise.resolve(),
  clock: null as unknown,
  stopped: [] as string[],
  watches: new Map<string, ClusterWatchOptions>(),
  needs: new Set<string>(),
  memory: null as MemoryParts | null,
  onStatus: [] as (() => void)[],
  recorded: [] as string[],
  revocations: { name: "revocations" },
  signIn: null as Parameters<typeof createSignIn> | null,
}));

vi.mock("./clock", async (original) => ({ ...(await original<object>()), systemClock: () => parts.clock }));
vi.mock("./kube/contexts", () => ({
  loadContexts: async () => ({
    contexts: ["eu", "us"].map((cluster) => ({ cluster })),
    problems: [{ kind: "problem", context: "old", title: "Old", detail: "Its file is old.", fix: "" }],
    ...{ places: new Map(), unreadable: new Map(), currentContext: null, files: [] },
  }),
}));
vi.mock("./watch/cluster-watch", () => ({
  startClusterWatch: (options: ClusterWatchOptions) => {
    const { cluster } = options.context;
    parts.watches.set(cluster, options);
    return {
      client: { name: `client of ${cluster}` },
      need: (source: string, namespace: string) => {
        const need = `${cluster}/${source}/${namespace}`;
        parts.needs.add(need);
        return () => parts.needs.delete(need);
      },
      stop: async () => {
        await parts.beforeStop(`watch of ${cluster}`);
        parts.stopped.push(`watch of ${cluster}`);
      },
    };
  },
}));
vi.mock("./start-memory", async (original) => {
  const real = await original<{ startMemory: typeof startMemory }>();
  const recorder = new Proxy({} as Recorder, { get: (_target, name) => () => void parts.recorded.push(String(name)) });
  return {
    startMemory: async (given: MemoryParts) => {
      parts.memory = given;
      const memory = await real.startMemory({ ...given, config: () => ({ kind: "off", reason: "a test" }) });
      const stop = async () => {
        await parts.beforeStop("history");
        parts.stopped.push("history");
      };
      const onStatus = (listener: () => void) => void parts.onStatus.push(listener);
      const status = () => void parts.recorded.push("status");
      return { ...memory, ...{ recorder, stop, status, onStatus, revocations: parts.revocations } };
    },
  };
});
vi.mock("./access/create-sign-in", async (original) => {
  const real = await original<{ createSignIn: typeof createSignIn }>();
  return {
    createSignIn: (...given: Parameters<typeof createSignIn>) => {
      parts.signIn = given;
      const signIn = real.createSignIn(...given);
      const stop = () => {
        parts.stopped.push("sign-in");
        signIn.stop();
      };
      return { ...signIn, stop };
    },
  };
});

let clock: ManualClock;
let runtime: Runtime;
let logged: string[];
const SETTINGS = { STOLOS_TIME_SCALE: "7", STOLOS_READ_ONLY: "false", STOLOS_ISTIO_NAMESPACE: "mesh", STOLOS_NAMESPACES: "shop" };

beforeEach(async () => {
  clock = new ManualClock(NOW);
  Object.assign(parts, { clock, stopped: [], recorded: [], watches: new Map(), needs: new Set() });
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  vi.stubEnv("STOLOS_BUILD", "build-7");
  runtime = await start(readConfig(SETTINGS));
});
afterEach(async () => {
  await runtime.stop();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const sink = () => optionsOf("eu").sink;
function optionsOf(cluster: string): ClusterWatchOptions {
  const options = parts.watches.get(cluster);
  if (options === undefined) throw new Error(`${cluster} is not watched`);
  return options;
}
function signInParts(): Parameters<typeof createSignIn> {
  if (parts.signIn === null) throw new Error("no sign-in was created");
  return parts.signIn;
}
const statusOf = (cluster: string, more: Partial<ClusterStatus> = {}): ClusterStatus => ({
  ...{ cluster, freshness: { kind: "live", asOf: NOW, reason: "" }, sources: [], skewMs: null, version: null },
  ...more,
});
const viewer = () => runtime.signIn.viewerOf({ headers: new Headers() });
/** Gives the server all rights in both clusters. */
function allowAll(): void {
  for (const cluster of ["eu", "us"])
    sink().rights(cluster, new Map<WatchedKind, "all">([...(["workloadentries", "workloadgroups", "pods", "services"] as const)].map((kind) => [kind, "all"])));
}

/** Opens a stream. Returns what it received. */
async function aStream(): Promise<string[]> {
  const received: string[] = [];
  const write = (bytes: Uint8Array) => void received.push(new TextDecoder().decode(bytes));
  runtime.hub.open(await viewer(), { write, room: true, end: () => void received.push("end") });
  return received;
}

describe("the watch of each cluster", () => {
  it.each(["eu", "us"])("gets the settings, the writes and the scaled times: %s", (cluster) => {
    const { settings, timings } = optionsOf(cluster);
    expect(timings).toEqual(scaledTimings(WATCH_TIMINGS, 7));
    expect(settings).toMatchObject({ istioNamespace: "mesh", namespaces: ["shop"] });
    expect(settings?.writes.length).toBeGreaterThan(0);
  });

  it("sends no writes if the server is read-only", async () => {
    const readOnly = await start(readConfig({ ...SETTINGS, STOLOS_READ_ONLY: "true" }));
    expect([optionsOf("eu").settings?.writes, parts.signIn?.[1].writes, parts.signIn?.[1].readOnly]).toEqual([[], [], true]);
    await readOnly.stop();
  });

  it("reports the problem of its cluster to viewers at once, beside those of the start", async () => {
    const received = await aStream();
    const before = received.length;
    optionsOf("us").onProblem?.({ context: "us", title: "Expired", detail: "The token has expired.", fix: "" } as never);
    expect(received.slice(before).join()).toContain("Expired");
    expect(runtime.beat(await viewer()).problems.map(({ title }) => title)).toEqual(["Old", "Expired"]);
    optionsOf("us").onProblem?.(null);
    expect(runtime.beat(await viewer()).problems.map(({ title }) => title)).toEqual(["Old"]);
  });

  it("has the client of its cluster", () => {
    expect(["eu", "us", "old"].map((cluster) => runtime.ownClientOf(cluster))).toEqual([{ name: "client of eu" }, { name: "client of us" }, undefined]);
  });

  it("watches what a page needs, in its cluster and namespace, until the page leaves", async () => {
    allowAll();
    const leave = runtime.fleet.need((await viewer()).scope, "us", "services", "shop");
    expect([...parts.needs]).toEqual(["us/services/shop"]);
    leave();
    expect([...parts.needs]).toEqual([]);
  });

  it("watches the Pods of a namespace with machines and a service, until the end", async () => {
    allowAll();
    sink().world({ ...aWorld(), cluster: "us" });
    sink()
      .entries("us", "shop")
      .upsert(anEntry({ cluster: "us", namespace: "shop" }));
    sink()
      .groups("us", "shop")
      .upsert(aGroup({ cluster: "us", namespace: "shop" }));
    const service = selectingOf(aKubernetesService({ namespace: "shop", name: "web", selector: sortedLabelSet([["app", "web"]]) }), {
      cluster: "us",
      uid: "web",
    });
    sink()
      .table("us", "services", "shop")
      .upsert(service as never);
    clock.advance(1_000);
    expect([...parts.needs]).toEqual(["us/workload-pods/shop"]);
    await runtime.stop();
    expect([...parts.needs]).toEqual([]);
  });
});

describe("the status of a cluster", () => {
  it("is listed, recorded, and sent to streams if it changed", async () => {
    sink().status(statusOf("eu"));
    const received = await aStream();
    const before = received.length;
    sink().status(statusOf("eu"));
    expect(received).toHaveLength(before);
    sink().status(statusOf("eu", { version: "v1.40" }));
    expect(runtime.statuses()).toMatchObject([{ version: "v1.40" }]);
    sink().status(statusOf("eu", { freshness: { kind: "stale", asOf: NOW, reason: "" } }));
    expect(received.slice(before).join()).toContain('"kind":"stale"');
    expect(runtime.statuses().map(({ cluster, freshness }) => [cluster, freshness.kind])).toEqual([["eu", "stale"]]);
    expect(parts.recorded.filter((name) => name === "status")).toHaveLength(4);
  });

  it.each([
    ["of the first cluster corrects the clock", "eu", 60_000, 60_000],
    ["of the first cluster corrects a clock that is ahead", "eu", -60_000, -60_000],
    ["of two seconds corrects it", "eu", 2_000, 2_000],
    ["of less than two seconds does not", "eu", 1_999, 0],
    ["of another cluster does not", "us", 60_000, 0],
  ])("with a skew %s", async (_what, cluster, skewMs, expected) => {
    sink().status(statusOf(cluster, { skewMs }));
    expect([runtime.clock.now() - NOW, runtime.beat(await viewer()).now - NOW, (parts.memory?.clock.now() ?? 0) - NOW]).toEqual([expected, expected, expected]);
  });
});

describe("a beat", () => {
  it("names the namespace of istiod to a viewer who may not see its Pods", async () => {
    sink().rights(
      "eu",
      new Map<WatchedKind, readonly string[]>([
        ["workloadentries", ["shop"]],
        ["pods", ["shop"]],
      ]),
    );
    const freshness = { kind: "live", asOf: NOW, reason: "" } as const;
    const pods = { source: "istiod-pods", namespace: "mesh", freshness, proofMs: 1, objects: 1, unreadable: 0 } as const;
    sink().status(statusOf("eu", { sources: [pods] }));
    const [cluster] = runtime.beat(await viewer()).clusters;
    expect(cluster?.sources).toMatchObject([{ source: "istiod-pods", namespace: "mesh", freshness: { kind: "denied" } }]);
  });
});

describe("the history", () => {
  it("gets the settings, the corrected clock, the fleet and the rights of the server", () => {
    allowAll();
    const { config, timeScale, fleet, scope } = parts.memory ?? {};
    expect([config?.(), timeScale, fleet]).toEqual([runtime.config.history, 7, runtime.fleet]);
    expect([...(scope?.().clusters.keys() ?? [])]).toEqual(["eu", "us"]);
  });

  it("records each source, and its status reaches streams and beats", async () => {
    sink()
      .entries("eu", "shop")
      .freshness({ kind: "live", asOf: NOW } as never);
    expect(parts.recorded).toContain("freshness");
    expect(runtime.beat(await viewer()).history).toMatchObject({ kind: "off", reason: "a test" });
    const changed = vi.spyOn(runtime.hub, "freshnessChanged");
    for (const listener of parts.onStatus) listener();
    expect(changed).toHaveBeenCalledTimes(1);
  });
});

describe("the sign-in", () => {
  it("gets the parts of the process and the scaled times", () => {
    const [config, { contexts, fleet, clock: own, readOnly, writes, istioNamespace, history, revocations, clientOf, times }] = signInParts();
    expect(config).toEqual(runtime.config.signIn);
    expect(contexts?.map(({ cluster }) => cluster)).toEqual(["eu", "us"]);
    expect([fleet, own, history, revocations]).toEqual([runtime.fleet, clock, runtime.history, parts.revocations]);
    expect([readOnly, istioNamespace, (writes?.length ?? 0) > 0, clientOf?.("us")]).toEqual([false, "mesh", true, { name: "client of us" }]);
    expect(times).toEqual(scaledReviewTimes(REVIEW_TIMES, 7));
  });

  it("ends streams and files when the rights of their viewer change", async () => {
    allowAll();
    const received = await aStream();
    let isLeft = false;
    const file = runtime.downloads
      .send(
        await viewer(),
        (async function* () {
          try {
            for (;;) yield "row\n";
          } finally {
            isLeft = true;
          }
        })(),
      )
      .getReader();
    await file.read();
    sink().rights("eu", new Map<WatchedKind, readonly string[]>([["workloadentries", ["shop"]]]));
    expect(received.at(-1)).toBe("end");
    // Some rows are in the queue of the stream.
    const rest = async () => {
      for (let at = 0; at < 10; at++) await file.read();
    };
    await expect(rest()).rejects.toThrow(/may see/);
    expect([runtime.hub.streams, runtime.downloads.files, isLeft]).toEqual([0, 0, true]);
  });
});

describe("a stream", () => {
  it("names the build, and no two have the same name", async () => {
    const hello = (await Promise.all([aStream(), aStream()])).map(([first = ""]) => JSON.parse(first.slice(first.indexOf("{"))));
    expect(hello.map(({ build }) => build)).toEqual(["build-7", "build-7"]);
    expect(hello[0].stream).toMatch(/^[\w-]{22}$/);
    expect(hello[0].stream).not.toBe(hello[1].stream);
  });
});

describe("the counters", () => {
  it("count viewers apart, and refill with time", () => {
    const { requests, config } = runtime;
    const burst = config.requestsPerViewer * 10;
    const taken = (who: string) => Array.from({ length: burst + 5 }, () => requests.take(who)).filter((waitMs) => waitMs === 0).length;
    expect([taken("ann"), taken("ann"), taken("bob")]).toEqual([burst, 0, burst]);
    clock.advance(1_000);
    expect(taken("ann")).toBe(config.requestsPerViewer);
  });

  it("let reports of browsers in again after a while", () => {
    const { policyReports } = runtime;
    const read = () => Array.from({ length: 200 }, () => policyReports.hasRoom()).filter(Boolean).length;
    expect([read() > 0, read()]).toEqual([true, 0]);
    clock.advance(60_000);
    expect(read()).toBeGreaterThan(0);
  });
});

describe("the log of refusals", () => {
  const request = { method: "POST", url: "http://localhost/api/x", headers: new Headers() };
  const params = { cluster: "eu", resource: "workloadgroups", namespace: "shop", name: "checkout" } as const;
  const refuse = () => {
    throw new Refusal(403, "Forbidden", "It is forbidden.");
  };

  it.each([
    ["reads", async () => runtime.deniedReads.audited({ request, viewer: await viewer(), runtime, params }, "get", async () => refuse())],
    ["changes", async () => runtime.refusedChanges.told({ request, signIn: runtime.signIn, viewer: await viewer() }, refuse)],
  ])("has one line a minute for equal %s", async (_what, attempt) => {
    const lines = async () => {
      for (let at = 0; at < 3; at++) await attempt().catch(() => undefined);
      return logged.length;
    };
    const before = logged.length;
    expect(await lines()).toBe(before + 1);
    clock.advance(60_000);
    expect(await lines()).toBe(before + 2);
  });
});

describe("the stop of the runtime", () => {
  it("P11 keeps counted refusals before the history closes", async () => {
    const origin = { address: "198.51.100.7" } as never;
    const kept: string[][] = [];
    vi.spyOn(runtime.history, "keepAudit").mockImplementation(() => void kept.push([...parts.stopped]));
    for (let at = 0; at < 3; at++)
      await runtime.refusedSignIns
        .audited({ what: "sign-in", signIn: { kind: "token", clusters: ["eu"] }, names: new Map([["eu", "ann"]]), origin }, () =>
          Promise.reject(new Error("no")),
        )
        .catch(() => undefined);
    await runtime.stop();
    expect(kept).toHaveLength(2);
    expect(kept.flat()).not.toContain("history");
  });
  it("P13 gives streams and pages the same lists", () => {
    const of = (held: object) => (held as { readonly parts: { readonly lists: unknown } }).parts.lists;
    expect([of(runtime.hub), of(runtime.pageViews)]).toEqual([runtime.lists, runtime.lists]);
    expect(of(runtime.hub)).toBe(runtime.lists);
  });
  it("stops all that was started: each part once, and no timer is left", async () => {
    allowAll();
    sink().world({ ...aWorld(), cluster: "eu" });
    sink()
      .entries("eu", "shop")
      .upsert(anEntry({ cluster: "eu", namespace: "shop" }));
    const received = await aStream();
    const asking = await viewer();
    await runtime.pageViews.state(asking, { kind: "entries", query: "", offset: 0, limit: 10 });
    expect(clock.timers).toBeGreaterThan(0);
    await runtime.stop();
    expect(parts.stopped).toEqual(["sign-in", "history", "watch of eu", "watch of us"]);
    expect(received.at(-1)).toBe("end");
    expect(clock.timers).toBe(0);
  });

  it.each(["history", "watch of us"])("waits for the slowest part: %s", async (slow) => {
    vi.spyOn(parts, "beforeStop").mockImplementation((part) => new Promise((resolve) => setTimeout(resolve, part === slow ? 50 : 0)));
    await runtime.stop();
    expect([...parts.stopped].sort()).toEqual(["history", "sign-in", "watch of eu", "watch of us"]);
  });

  it("opens no further stream", async () => {
    await runtime.stop();
    expect((await aStream()).at(-1)).toBe("end");
    expect(runtime.hub.streams).toBe(0);
  });

  it("writes the refused sign-ins that were only counted", async () => {
    const origin = { address: "198.51.100.7" } as never;
    const refused = () =>
      runtime.refusedSignIns.audited({ what: "sign-in", signIn: runtime.signIn, names: new Map(), origin }, () => Promise.reject(new Error("no")));
    for (let at = 0; at < 3; at++) await refused().catch(() => undefined);
    const lines = () => logged.filter((line) => line.includes('"audit"')).length;
    const before = lines();
    await runtime.stop();
    expect([before, lines()]).toEqual([1, 2]);
  });
});

describe("the process", () => {
  const environment = {
    ...{ STOLOS_PUBLIC_URL: "https://stolos.example", STOLOS_REQUESTS_PER_ADDRESS: "3", STOLOS_REQUESTS_PER_VIEWER: "4", STOLOS_QUEUE_PER_VIEWER: "5" },
    ...{ STOLOS_SIGN_IN: "token", STOLOS_TOKEN_CLUSTERS: "eu", STOLOS_HISTORY: "off" },
  };
  let before: FrontSettings;
  beforeEach(() => {
    before = frontSettings();
    Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: undefined });
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  });
  afterEach(async () => {
    await stopRuntime("the test ends");
    Object.assign(globalThis, { [Symbol.for("stolos.runtime")]: undefined });
    setUpFront(before);
  });

  it("has one runtime after several starts", async () => {
    const [one, other] = await Promise.all([getRuntime(), getRuntime()]);
    await startRuntime();
    expect(other).toBe(one);
    expect(await getRuntime()).toBe(one);
  });

  it("gives the server in front the origin, the rate of an address, the queue, the proxies and the known viewers", async () => {
    vi.stubEnv("STOLOS_TRUSTED_PROXIES", "10.0.0.0/8");
    await startRuntime();
    const { origin, ofAddress, queuedOfClient, trustedProxies, tokenHeader, knownViewer } = frontSettings();
    expect({ origin, ofAddress, queuedOfClient, tokenHeader }).toEqual({
      ...{ origin: "https://stolos.example", ofAddress: { perSecond: 3, burst: 30 }, queuedOfClient: 5, tokenHeader: null },
    });
    expect([trustedProxies.has("10.0.0.7"), trustedProxies.has("192.0.2.1")]).toEqual([true, false]);
    const { signIn } = await getRuntime();
    const known = vi.spyOn(signIn, "known").mockReturnValue("ann");
    const request = { headers: new Headers() };
    expect(knownViewer(request)).toBe("ann");
    expect(known).toHaveBeenCalledWith(request);
  });

  it("logs how users sign in, and that no proxy is named", async () => {
    await startRuntime();
    const lines = logged.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(expect.objectContaining({ message: "audit", command: "start", how: "token" }));
    expect(lines).toContainEqual(expect.objectContaining({ level: "warn", message: expect.stringContaining("count as one address") }));
  });

  it("has streams answered by the server in front", async () => {
    await startRuntime();
    expect(directAnswer("/api/live")).toBeTypeOf("function");
  });

  it("logs why it stops, and stops the runtime", async () => {
    await startRuntime();
    parts.stopped.length = 0;
    await stopRuntime("SIGTERM");
    expect(JSON.parse(logged.at(-1) ?? "")).toMatchObject({ message: "the server stops", why: "SIGTERM" });
    expect(parts.stopped).toContain("history");
  });

  it("stops even if no runtime was started", async () => {
    await expect(stopRuntime("SIGINT")).resolves.toBeUndefined();
  });

  it("hands on the header of a proxy with the token of the viewer", async () => {
    for (const name of Object.keys(environment)) vi.stubEnv(name, undefined);
    const proxy = {
      ...{ STOLOS_SIGN_IN: "proxy", STOLOS_PROXY_HEADER: "X-Token", STOLOS_PROXY_ISSUER: "https://idp.example", STOLOS_PROXY_AUDIENCE: "stolos" },
      ...{ STOLOS_PROXY_JWKS_URL: "https://idp.example/keys", STOLOS_PROXY_PEERS: "127.0.0.1/32", STOLOS_IMPERSONATE_USERS: "idp:*", STOLOS_HISTORY: "off" },
    };
    for (const [name, value] of Object.entries(proxy)) vi.stubEnv(name, value);
    await startRuntime();
    expect(frontSettings().tokenHeader).toBe("x-token");
  });
});
