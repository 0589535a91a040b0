import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { ClusterStatus } from "@/lib/contract/status";
import { type NamespaceScope, type Scope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { sourceStoredAs } from "@/lib/server/cluster/kinds";
import { Coverage, type Seen } from "@/lib/server/history/queries/coverage";
import { beatOf } from "@/lib/server/live/beat-of";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { ArrayHistory } from "@/lib/testing/server/array-history";
import { systemClock } from "./clock";
import { liveFleet } from "./fleet/live-fleet";
import { LiveFleetSink } from "./fleet/live-fleet-sink";
import { StandingLists } from "./fleet/standing-lists";
import { createRecorder } from "./history/recorder";
import { followPodPlaces } from "./hosts/pod-places";
import type { ViewContext, ViewSource } from "./live/view-source";
import { CLUSTER_WATCH_SETTINGS, startClusterWatch } from "./watch/cluster-watch";
import { scaledTimings, WATCH_TIMINGS } from "./watch/watch-timings";

const CLUSTER = "fake";
/** A busy machine is silent for a while: that alone must close no window here. */
const PATIENT = { silenceMs: 6_000, doubtMs: 2_000, probeLimitMs: 1_000 };
const FAST = { ...scaledTimings(WATCH_TIMINGS, 100), ...PATIENT, pageMs: 2_000, rightsMs: 300, unreadMs: 150 };
const until = (check: () => void) => vi.waitFor(check, { timeout: 12_000, interval: 5 });

let api: FakeKubeApi;

beforeEach(async () => {
  api = await startFakeKubeApi();
  for (const name of ["istio-system", "legacy", "shop"]) api.put("namespaces", { name });
  api.put("workloadentries", { namespace: "shop", name: "vm-1", spec: { address: "10.0.0.1" } });
  api.put("nodes", { name: "n1", status: { conditions: [{ type: "Ready", status: "True" }] } });
  api.put("pods", { namespace: "istio-system", name: "istiod-a", metadata: { labels: { app: "istiod" } }, spec: { nodeName: "n1" }, status: RUNNING });
  for (const namespace of ["shop", "legacy"])
    api.put("pods", { namespace, name: `${namespace}-1`, metadata: { labels: { app: "checkout" } }, status: RUNNING });
});

afterEach(() => api.close());

const RUNNING = { phase: "Running", containerStatuses: [{ name: "discovery", state: { running: { startedAt: "2026-01-01T00:00:00Z" } } }] };

/** A view of the Pods of one namespace. */
const openPods = ({ fleet, viewer, query, changed }: ViewContext): ViewSource => {
  const release = fleet.need(viewer.scope, CLUSTER, "workload-pods", query);
  const unhook = fleet.tables["workload-pods"].hook(changed);
  return {
    compute: () => ({ head: {}, rows: fleet.tables["workload-pods"].inNamespace(CLUSTER, query).map(({ uid, name }) => ({ id: uid, name })) }),
    close: () => {
      unhook();
      release();
    },
  };
};

/** A server without its doors: a watch of the cluster, its fleet and its recorder. */
async function aServer() {
  const clock = systemClock();
  const fleet = liveFleet([CLUSTER], clock.now);
  const history = new ArrayHistory();
  const recorder = createRecorder({ fleet, writer: history, history, clock });
  let status: ClusterStatus | null = null;
  let scope: Scope = scopeFromPermissions(new Map());
  const sink = new LiveFleetSink(fleet, clock, {
    sources: recorder,
    status: (next) => {
      status = next;
      recorder.status(next);
    },
    rights: (cluster, kinds) => {
      scope = scopeFromPermissions(new Map([[cluster, kinds]]));
    },
  });
  const credentials = async () => ({ ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] });
  const context = { cluster: CLUSTER, server: api.url, proxyUrl: null, namespace: "", credentials };
  const settings = { ...CLUSTER_WATCH_SETTINGS, namespaces: ["shop", "legacy"] };
  const watch = startClusterWatch({ context, sink, clock, timings: FAST, settings, random: () => 0.5 });
  fleet.onNeed((_cluster, source, namespace) => watch.need(source, namespace));
  const leavePods = followPodPlaces(fleet, clock, (_cluster, namespace) => watch.need("workload-pods", namespace));
  onTestFinished(async () => {
    leavePods();
    sink.stop();
    recorder.stop();
    await watch.stop();
  });
  const view = (namespace: string) => {
    const viewer = { subject: "somebody", scope, mayWrite: false };
    const source = openPods({ fleet, lists: new StandingLists(fleet), viewer, query: namespace, offset: 0, limit: 10, changed: () => undefined });
    return { names: () => source.compute().rows.map((row) => Reflect.get(row, "name")), close: () => source.close() };
  };
  const sources = () => (status?.sources ?? []).map(({ source, namespace, freshness }) => `${source}/${namespace} ${freshness.kind}`);
  const podStreams = () => [...api.watches].filter(({ plural }) => plural === "pods").length;
  await until(() => expect(status?.freshness.kind).toBe("live"));
  return {
    fleet,
    history,
    view,
    sources,
    podStreams,
    beat: (of: Scope = scope) => beatOf(clock.now(), status === null ? [] : [status], [], of),
    scope: () => scope,
  };
}

/** Who was recorded of the Pods beside machines: the shares of hosts rest on them. */
const besideMachines = (history: ArrayHistory) => [...history.windows.values()].filter(({ watched }) => watched === "workload-pods");
const ofIstiod = (history: ArrayHistory) => [...history.windows.values()].filter(({ watched }) => watched === "pods");

/** What is told not to have been seen since the last window opened. */
async function gapsOf(history: ArrayHistory, scope: Scope) {
  const seenMachines = () => expect([...history.windows.values()].map(({ watched }) => watched)).toContain("workloadentries");
  await until(seenMachines);
  const windows = [...history.windows.values()];
  const seen = windows.map(
    ({ watched, endedBecause, ...window }): Seen => ({
      ...window,
      recorder: 1,
      source: sourceStoredAs(watched),
      endedBecause: endedBecause?.code ?? "",
      facts: null,
    }),
  );
  const opened = Math.max(...windows.map(({ from }) => from));
  const coverage = new Coverage(seen, 0, { kind: "recording", since: 0, notice: "" }, opened + 1_000);
  return coverage.gaps({ from: opened + 100, to: opened + 200 }, scope).map(({ blindTo }) => blindTo);
}

it("Pods beside machines are watched in the namespace that a view needs, from its first reader until a while after its last", async () => {
  const { view, sources, podStreams, fleet } = await aServer();
  await until(() => expect([podStreams(), sources().filter((one) => one.startsWith("workload-pods"))]).toEqual([1, []]));
  const first = view("shop");
  await until(() => expect(first.names()).toEqual(["shop-1"]));
  await until(() => expect(sources()).toContain("workload-pods/shop live"));
  await until(() => expect([podStreams(), fleet.tables["workload-pods"].size]).toEqual([2, 1]));
  const second = view("shop");
  first.close();
  api.put("pods", { namespace: "shop", name: "shop-2" });
  await until(() => expect(second.names()).toEqual(["shop-1", "shop-2"]));
  second.close();
  expect(fleet.tables["workload-pods"].size).toBe(2);
  await until(() => expect([podStreams(), fleet.tables["workload-pods"].size]).toEqual([1, 0]));
  await until(() => expect(sources().filter((one) => one.startsWith("workload-pods"))).toEqual([]));
});

it("their reader has a minute to come back", () => expect(WATCH_TIMINGS.unreadMs).toBe(60_000));

it("istiod's Pods are seen, recorded and told as ever meanwhile: freshness, windows and gaps are their own", async () => {
  const { view, sources, history, scope, fleet } = await aServer();
  await until(() => expect(ofIstiod(history)).toHaveLength(1));
  const [before] = ofIstiod(history);
  const others = new Set(api.watches);
  const pods = view("shop");
  await until(() => expect(sources()).toContain("workload-pods/shop live"));
  for (const stream of api.watches) if (!others.has(stream) && stream.plural === "pods") stream.cut();
  pods.close();
  await until(() => expect(sources().some((one) => one.startsWith("workload-pods"))).toBe(false));
  expect(sources()).toContain("istiod-pods/* live");
  expect(ofIstiod(history)).toEqual([expect.objectContaining({ from: before?.from, namespace: "*", endedBecause: null })]);
  expect(besideMachines(history).every(({ namespace, endedBecause }) => namespace === "shop" && endedBecause !== null)).toBe(true);
  expect(await gapsOf(history, scope())).toEqual([]);
  expect(fleet.worldOf(CLUSTER).replicas).toMatchObject({ kind: "known", value: new Map([["istiod-a", expect.anything()]]) });
});

it("where Pods may be seen in istiod's namespace only, those beside machines are denied, and istiod's are as they were", async () => {
  api.allow = (_verb, resource, namespace) => resource !== "pods" || namespace === "istio-system";
  const { view, sources, history, scope, fleet, beat } = await aServer();
  const pods = view("shop");
  expect(pods.names()).toEqual([]);
  await until(() => expect(sources()).toContain("istiod-pods/istio-system live"));
  await until(() => expect(ofIstiod(history)).toHaveLength(1));
  expect(sources().filter((one) => one.startsWith("workload-pods"))).toEqual([]);
  expect([await gapsOf(history, scope()), fleet.worldOf(CLUSTER).replicas.kind]).toEqual([[], "known"]);
  expect(beat().clusters[0]?.freshness.kind).toBe("live");
});

it("where Pods may be seen in a team's namespace only, those beside machines are live there, and istiod's are denied", async () => {
  api.allow = (_verb, resource, namespace) => resource !== "pods" || namespace === "shop";
  const { view, sources, history, scope, fleet } = await aServer();
  const [shop, legacy] = [view("shop"), view("legacy")];
  await until(() => expect([shop.names(), legacy.names()]).toEqual([["shop-1"], []]));
  await until(() => expect(sources()).toEqual(expect.arrayContaining(["workload-pods/shop live", "istiod-pods/* denied"])));
  expect([ofIstiod(history), await gapsOf(history, scope()), fleet.worldOf(CLUSTER).replicas.kind]).toEqual([[], [["istiod-pods"]], "denied"]);
});

it("who sees no machines in a namespace needs no Pods there, and is told nothing of those that others need", async () => {
  const { view, sources, beat } = await aServer();
  const pods = view("shop");
  await until(() => expect(sources()).toContain("workload-pods/shop live"));
  const sight = (entries: NamespaceScope) =>
    scopeFromPermissions(
      new Map([
        [
          CLUSTER,
          new Map<WatchedKind, NamespaceScope>([
            ["pods", "all"],
            ["workloadentries", entries],
          ]),
        ],
      ]),
    );
  const told = (scope: Scope) => beat(scope).clusters[0]?.sources.filter(({ source }) => source === "workload-pods").length;
  expect([told(sight("all")), told(sight(["shop"])), told(sight(["legacy"]))]).toEqual([1, 1, 0]);
  pods.close();
});

it("where a selector could take a machine they are watched though nobody looks, as long as it could", async () => {
  api.put("services", { namespace: "shop", name: "checkout", spec: { selector: { app: "checkout" } } });
  api.put("services", { namespace: "legacy", name: "old", spec: { selector: { app: "old" } } });
  const { sources, fleet, history } = await aServer();
  const watched = () => sources().filter((one) => one.startsWith("workload-pods"));
  await until(() => expect([watched(), fleet.tables["workload-pods"].size]).toEqual([["workload-pods/shop live"], 1]));
  api.put("workloadgroups", { namespace: "legacy", name: "old", spec: { template: {} } });
  await until(() => expect(watched().sort()).toEqual(["workload-pods/legacy live", "workload-pods/shop live"]));
  api.remove("services", "services-shop-checkout");
  await until(() => expect(watched()).toEqual(["workload-pods/legacy live"]));
  const open = () => besideMachines(history).filter(({ endedBecause }) => endedBecause === null);
  await until(() => expect(open().map(({ namespace }) => namespace)).toEqual(["legacy"]));
});

it("in so many namespaces that one watch of all is better, there is one", async () => {
  for (let n = 0; n < 21; n++) {
    api.put("workloadentries", { namespace: `ns-${n}`, name: "vm", spec: { address: "10.0.0.1" } });
    api.put("services", { namespace: `ns-${n}`, name: "a", spec: { selector: { app: "a" } } });
  }
  const { sources } = await aServer();
  await until(() => expect(sources().filter((one) => one.startsWith("workload-pods"))).toEqual(["workload-pods/* live"]));
});
