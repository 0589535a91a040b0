import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import type { World } from "@/lib/domain/mesh/world";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { CLUSTER_WATCH_SETTINGS, type ClusterWatch, type ClusterWatchSettings, startClusterWatch } from "./cluster-watch";
import type { FleetSink } from "./fleet-sink";
import type { Tracked } from "./tracked";
import { scaledTimings, WATCH_TIMINGS } from "./watch-timings";
import { WorldTable } from "./world-table";

const FAST = { ...scaledTimings(WATCH_TIMINGS, 100), probeLimitMs: 400, doubtMs: 30, pageMs: 2_000, rightsMs: 300 };

let api: FakeKubeApi;
let watch: ClusterWatch;
let status: ClusterStatus | null = null;
let world: World | null = null;
let rights: ReadonlyMap<WatchedKind, NamespaceScope> = new Map();
let names: [readonly string[], boolean] | null = null;
const sinks = new Map<string, WorldTable<Tracked & StoredObjectMetadata>>();
const dropped: string[] = [];

function sinkFor(key: string): WorldTable<Tracked & StoredObjectMetadata> {
  const sink = new WorldTable<Tracked & StoredObjectMetadata>("fake", () => undefined);
  sinks.set(key, sink);
  return sink;
}

const fleet: FleetSink = {
  entries: (_cluster, namespace) => sinkFor(`entries/${namespace}`),
  groups: (_cluster, namespace) => sinkFor(`groups/${namespace}`),
  table: (_cluster, source, namespace) => sinkFor(`${source}/${namespace}`),
  drop: (_cluster, source, namespace) => void dropped.push(`${source}/${namespace}`),
  world: (value) => {
    world = value;
  },
  namespaces: (_cluster, value, partial) => {
    names = [value, partial];
  },
  status: (value) => {
    status = value;
  },
  rights: (_cluster, value) => {
    rights = value;
  },
};

beforeEach(async () => {
  api = await startFakeKubeApi();
  [status, world, names, rights] = [null, null, null, new Map()];
  sinks.clear();
  dropped.length = 0;
  for (const name of ["istio-system", "legacy", "shop"]) api.put("namespaces", { name });
  for (const namespace of ["shop", "legacy"]) api.put("workloadentries", { namespace, name: `vm-${namespace}`, spec: { address: "10.0.0.1" } });
  api.put("workloadgroups", { namespace: "shop", name: "checkout", spec: { template: {} } });
  api.put("nodes", { name: "n1", metadata: { labels: { "topology.kubernetes.io/zone": "eu-1a" } } });
  putPod("istiod-a", ["--keepaliveMaxServerConnectionAge", "10m"]);
});

afterEach(async () => {
  await watch.stop();
  await api.close();
});

function putPod(name: string, args: string[], namespace = "istio-system") {
  api.put("pods", {
    namespace,
    name,
    metadata: { labels: { app: "istiod" } },
    spec: { nodeName: "n1", containers: [{ name: "discovery", args }] },
    status: { phase: "Running", containerStatuses: [{ name: "discovery", state: { running: { startedAt: "2026-01-01T00:00:00Z" } } }] },
  });
}

function start(settings: Partial<ClusterWatchSettings> = {}, namespace = ""): void {
  watch = startClusterWatch({
    context: {
      cluster: "fake",
      server: api.url,
      proxyUrl: null,
      namespace,
      credentials: async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] }),
    },
    sink: fleet,
    clock: systemClock(),
    timings: FAST,
    settings: { ...CLUSTER_WATCH_SETTINGS, ...settings },
    limits: { headerMs: 400 },
    random: () => 0.5,
  });
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 12_000, interval: 5 });
const held = (key: string) => [...(sinks.get(key)?.values() ?? [])].map((value) => value.name).sort();
const sourceOf = (name: string) => status?.sources.find(({ source }) => source === name);

describe("with every right, a cluster", () => {
  it("is followed as a whole, with its world and its version", async () => {
    start();
    await until(() => expect(status).toMatchObject({ freshness: { kind: "live" }, version: "v1.99.0", skewMs: 0 }));
    await until(() => expect(world?.replicas.kind).toBe("known"));
    expect(held("entries/*")).toEqual(["vm-legacy", "vm-shop"]);
    expect(held("groups/*")).toEqual(["checkout"]);
    expect(names).toEqual([["istio-system", "legacy", "shop"], false]);
    expect(rights.get("workloadentries")).toBe("all");
    if (world?.replicas.kind !== "known") throw new Error("no replicas");
    expect(world.replicas.value.get("istiod-a")).toMatchObject({ zone: "eu-1a", runningSince: Date.parse("2026-01-01T00:00:00Z") });
    expect(world.maxConnectionAgeMs).toEqual({ kind: "known", value: 600_000, source: "arguments of istiod's Pods" });
    expect(world.gracePeriodMs).toMatchObject({ kind: "known", value: 10_000 });
  });

  it("has its entries read while it is still asked what else may be read", async () => {
    let reviews = 0;
    // Answered is whether entries may be listed and watched; whatever is asked after that is not.
    api.intercept = ({ what }) => (what === "review" && ++reviews > 2 ? "hang" : null);
    start();
    await until(() => expect(held("entries/*")).toEqual(["vm-legacy", "vm-shop"]));
    await until(() => expect(sourceOf("workloadentries")?.freshness.kind).toBe("live"));
    expect(status?.freshness.kind).not.toBe("live");
    expect(rights.size).toBe(0);
    expect(sinks.has("groups/*")).toBe(false);
    api.intercept = () => null;
    await until(() => expect(status?.freshness.kind).toBe("live"));
    expect(held("groups/*")).toEqual(["checkout"]);
    expect(dropped).toEqual([]);
  });

  it("tells a new world when a replica goes, and the most patient replica's age", async () => {
    start();
    putPod("istiod-b", []);
    await until(() => expect(world).toMatchObject({ maxConnectionAgeMs: { kind: "known", value: null } }));
    api.remove("pods", "pods-istio-system-istiod-b");
    await until(() => expect(world).toMatchObject({ maxConnectionAgeMs: { kind: "known", value: 600_000 } }));
  });
});

describe("the Nodes that istiod runs on", () => {
  const putNode = (ready: string) => api.put("nodes", { name: "n1", status: { conditions: [{ type: "Ready", status: ready }] } });
  const stateSeen = () => (world?.replicas.kind === "known" ? world.replicas.value.get("istiod-a")?.nodeState : world?.replicas.kind);

  it("tell at once of one that fell silent, and of its return", async () => {
    putNode("True");
    start();
    await until(() => expect(stateSeen()).toBe("ready"));
    putNode("Unknown");
    await until(() => expect(stateSeen()).toBe("silent"));
    putNode("True");
    await until(() => expect(stateSeen()).toBe("ready"));
    expect(world?.nodes.kind).toBe("known");
  });

  it("are not taken for well where they may not be read", async () => {
    putNode("True");
    api.allow = (_verb, resource) => resource !== "nodes";
    start();
    await until(() => expect(stateSeen()).toBe("not-visible"));
    expect(world?.nodes).toEqual({ kind: "denied", source: "this account may not list nodes" });
    expect(sourceOf("nodes")?.freshness.kind).toBe("denied");
    await until(() => expect(status?.freshness.kind).toBe("live"));
  });

  it("are not taken for well where they cannot be read now, and machines can", async () => {
    putNode("True");
    start();
    await until(() => expect(stateSeen()).toBe("ready"));
    api.intercept = ({ path }) => (path === "/api/v1/nodes" ? { status: 500 } : null);
    for (const stream of api.watches) if (stream.plural === "nodes") stream.cut();
    await until(() => expect(stateSeen()).toBe("not-visible"));
    expect(world?.nodes).toMatchObject({ kind: "denied", source: expect.stringContaining("cannot be read now") });
    api.intercept = () => null;
    await until(() => expect(stateSeen()).toBe("ready"));
  });
});

describe("kinds that only add to the pages", () => {
  it("are followed where they may be read, and neither denied nor absent make the cluster anything but live", async () => {
    api.put("services", { namespace: "shop", name: "checkout", spec: { selector: { app: "checkout" } } });
    api.put("destinationrules", { namespace: "shop", name: "checkout", spec: { host: "checkout" } });
    api.put("destinationrules", { namespace: "shop", name: "broken", spec: { host: 7 } });
    api.allow = (_verb, resource) => resource !== "serviceentries";
    start();
    await until(() => expect(held("destinationrules/*")).toEqual(["broken", "checkout"]));
    expect([...(sinks.get("destinationrules/*")?.values() ?? [])].find(({ name }) => name === "broken")?.unreadable).toBe(
      "spec.host is a number, not a string",
    );
    await until(() => expect(held("services/*")).toEqual(["checkout"]));
    await until(() => expect(status?.freshness.kind).toBe("live"));
    expect(sourceOf("services")?.freshness.kind).toBe("live");
    expect(sourceOf("serviceentries")?.freshness.kind).toBe("denied");
    api.kinds.delete("services");
    for (const one of api.watches) if (one.plural === "services") one.cut();
    await until(() => expect(sourceOf("services")?.freshness.kind).toBe("absent"));
    expect(status?.freshness.kind).toBe("live");
  });
});

describe("with rights in one namespace only, a cluster", () => {
  const only = (namespace: string) => (_verb: string, resource: string, asked: string) => asked === namespace && resource !== "deployments";

  it("is followed there and fully, found by the context's namespace", async () => {
    api.allow = only("shop");
    start({}, "shop");
    await until(() => expect(status?.freshness.kind).toBe("live"));
    expect(held("entries/shop")).toEqual(["vm-shop"]);
    expect([...rights]).toEqual(expect.arrayContaining([["workloadentries", ["shop"]]]));
    expect(rights.has("nodes")).toBe(false);
    expect(names).toEqual([["shop"], true]);
    expect(world?.replicas).toEqual({ kind: "denied", source: "this account may not list pods, not even in istio-system" });
    expect(world?.maxConnectionAgeMs).toMatchObject({ kind: "assumed", value: 1_800_000 });
    expect(sourceOf("istiod-pods")?.freshness).toMatchObject({ kind: "denied", reason: expect.stringContaining("istio-system") });
  });

  it("is found by the setting, and in several namespaces", async () => {
    api.allow = (_verb, resource, asked) => ["shop", "legacy"].includes(asked) && resource.startsWith("workload");
    start({ namespaces: ["shop", "legacy", "other"] });
    await until(() => expect(status?.sources.filter(({ source, freshness }) => source.startsWith("workload") && freshness.kind === "live")).toHaveLength(4));
    expect(held("entries/legacy")).toEqual(["vm-legacy"]);
  });

  it("is found by listing namespaces where that is allowed", async () => {
    api.allow = (_verb, resource, asked) => resource === "namespaces" || (asked === "legacy" && resource.startsWith("workload"));
    start();
    await until(() => expect(held("entries/legacy")).toEqual(["vm-legacy"]));
  });

  it("is dropped when the right goes, and comes back with it", async () => {
    api.allow = only("shop");
    start({}, "shop");
    await until(() => expect(status?.freshness.kind).toBe("live"));
    api.allow = () => false;
    await until(() => expect(dropped).toEqual(expect.arrayContaining(["workloadentries/shop", "workloadgroups/shop"])));
    await until(() => expect(status?.freshness.kind).toBe("denied"));
    api.allow = only("shop");
    await until(() => expect(status?.freshness.kind).toBe("live"));
  });
});

it("places of Nodes and namespaces are facts of the world, which heartbeats leave as it is", async () => {
  const status = { conditions: [{ type: "Ready", status: "True" }] };
  const node = (beat: string) => api.put("nodes", { name: "n1", metadata: { labels: { "topology.kubernetes.io/zone": "a" }, annotations: { beat } }, status });
  node("1");
  api.put("namespaces", { name: "istio-system", metadata: { labels: { "topology.istio.io/network": "vpc-1" } } });
  start();
  const told = () => [world?.places.nodes, world?.places.namespaces];
  await until(() =>
    expect(told()).toEqual([
      { kind: "known", value: new Map([["n1", "/a/"]]), source: "Nodes" },
      { kind: "known", value: new Map([["istio-system", { network: "vpc-1", distribution: null, revision: "" }]]), source: "namespaces" },
    ]),
  );
  const before = world;
  node("2");
  api.put("workloadgroups", { namespace: "shop", name: "after", spec: { template: {} } });
  await until(() => expect(held("groups/*")).toContain("after"));
  expect(world).toBe(before);
});

describe("the mesh's configuration", () => {
  const trustDomain = () => world?.meshes.get("default")?.trustDomain;
  const mesh = (text: string) => api.put("configmaps", { namespace: "istio-system", name: "istio", data: { mesh: text } });

  it("is followed by its name alone, and is a fact of the world", async () => {
    api.kinds.add("configmaps");
    mesh("trustDomain: a.example");
    start();
    await until(() => expect(trustDomain()).toEqual({ kind: "known", value: "a.example", source: "ConfigMap istio in istio-system" }));
    mesh("trustDomain: b.example");
    await until(() => expect(trustDomain()).toMatchObject({ value: "b.example" }));
    const asked = api.requests.filter(({ path }) => path.endsWith("/configmaps"));
    expect(asked.length).toBeGreaterThan(0);
    expect(new Set(asked.map(({ path, query }) => `${path} ${query.get("fieldSelector")}`))).toEqual(
      new Set(["/api/v1/namespaces/istio-system/configmaps metadata.name=istio"]),
    );
  });

  it("is denied with its reason where it may not be read, and the cluster is live all the same", async () => {
    api.allow = (_verb, resource) => resource !== "configmaps";
    start();
    await until(() => expect(status?.freshness.kind).toBe("live"));
    await until(() => expect(trustDomain()).toEqual({ kind: "denied", source: "this account may not list the configmap of the mesh in istio-system" }));
    expect(sourceOf("mesh-config")?.freshness.kind).toBe("denied");
    expect(api.requests.filter(({ path }) => path.endsWith("/configmaps"))).toEqual([]);
  });
});

describe("a kind that is denied in mid-life", () => {
  it("makes the cluster denied at once, and is withdrawn though the review of rights still allows it (F32)", async () => {
    start();
    await until(() => expect(status?.freshness.kind).toBe("live"));
    // A watch that is just being opened would neither be refused nor cut.
    await until(() => expect([...api.watches].map(({ plural }) => plural)).toContain("workloadentries"));
    api.intercept = ({ path }) => (path.endsWith("/workloadentries") ? { status: 403, body: "{}" } : null);
    for (const stream of api.watches) if (stream.plural === "workloadentries") stream.cut();
    await until(() => expect(status?.freshness.kind).toBe("denied"));
    await until(() => expect(held("entries/*")).toEqual([]));
    await until(() => expect(sourceOf("workloadgroups")?.freshness.kind).toBe("live"));
    expect(sourceOf("workloadentries")?.freshness).toMatchObject({ kind: "denied" });
    expect(status?.freshness.kind).toBe("denied");
  });
});

describe("a cluster that cannot be shown says why, and what to do", () => {
  it("with no rights at all", async () => {
    api.allow = () => false;
    start();
    await until(() => expect(status?.freshness).toMatchObject({ kind: "denied", reason: expect.stringContaining("may not list and watch workloadentries") }));
    expect(sinks.size).toBe(0);
  });

  it("without Istio's definitions, and finds them when they come (F34)", async () => {
    api.kinds.delete("workloadentries");
    api.kinds.delete("workloadgroups");
    start();
    await until(() => expect(status?.freshness).toMatchObject({ kind: "absent", reason: expect.stringContaining("Istio's definitions are not installed") }));
    api.kinds.add("workloadentries").add("workloadgroups");
    await until(() => expect(status?.freshness.kind).toBe("live"));
    expect(held("entries/*")).toEqual(["vm-legacy", "vm-shop"]);
  });

  it("that refuses connections, and comes up later", async () => {
    await api.refuse();
    start();
    await until(() => expect(status?.freshness).toMatchObject({ kind: "stale", asOf: null, reason: expect.stringContaining("refuses the connection") }));
    await api.listen();
    await until(() => expect(status?.freshness.kind).toBe("live"));
  });

  it("that does not accept the credentials", async () => {
    api.intercept = () => ({ status: 401 });
    start();
    await until(() => expect(status?.freshness).toMatchObject({ kind: "denied", reason: expect.stringContaining("Renew the token") }));
  });

  it("that is no API server", async () => {
    api.intercept = () => ({ status: 200, body: "<html>", type: "text/html" });
    start();
    await until(() => expect(status?.freshness).toMatchObject({ kind: "stale", reason: expect.stringContaining("API server") }));
  });
});

it("makes no ghosts of machines while istiod's Pods cannot be read but machines can", async () => {
  start();
  await until(() => expect(world?.replicas.kind).toBe("known"));
  api.intercept = ({ path }) => (path === "/api/v1/pods" ? { status: 500 } : null);
  for (const stream of api.watches) if (stream.plural === "pods") stream.cut();
  await until(() => expect(world?.replicas).toMatchObject({ kind: "denied", source: expect.stringContaining("cannot be read now") }));
  api.intercept = () => null;
  await until(() => expect(world?.replicas.kind).toBe("known"));
});
