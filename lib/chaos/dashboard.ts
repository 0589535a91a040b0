import { LiveConnection } from "@/lib/client/live-connection";
import { viewKey, type WantedView } from "@/lib/client/view-key";
import type { ViewState } from "@/lib/contract/views/view";
import { deniedNodeAndNamespaceFacts } from "@/lib/domain/mesh/mesh-facts";
import { NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import type { Replica, World } from "@/lib/domain/mesh/world";
import { scopeFromPermissions, type Viewer } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { createKubeClient } from "@/lib/server/kube/client";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { Hub } from "@/lib/server/live/hub";
import { openStream } from "@/lib/server/live/open-stream";
import { VIEWS } from "@/lib/server/live/views/catalogue";
import { startReflector } from "@/lib/server/watch/reflector";
import { WATCH_TIMINGS, type WatchTimings } from "@/lib/server/watch/watch-timings";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import { firstDifference } from "./compare";
import type { Contender, StartContender } from "./contender";
import { fastClock } from "./fast-clock";
import { createFaultyRoad } from "./faulty-road";
import { PLURAL } from "./fleet-script";
import { type LogFaith, remember } from "./history-oracle";
import { ROAD_FAULTS } from "./road-faults";
import type { SeededRandom } from "./seeded-random";

const CLUSTER = "fake";
const VIEWER = viewerOf(CLUSTER);

/** A user who sees everything that a run changes in a cluster. */
export function viewerOf(cluster: string): Viewer {
  const kinds = new Map([
    ["workloadentries", "all"],
    ["workloadgroups", "all"],
    ["namespaces", "all"],
  ] as const);
  return { subject: "somebody", scope: scopeFromPermissions(new Map([[cluster, kinds]])), mayWrite: false };
}

/** What the browser of a run looks at. */
const WANTED: readonly WantedView[] = [
  { kind: "entries", query: "sort=name", offset: 0, limit: 100 },
  { kind: "entries", query: "q=network:vpc-1&sort=name", offset: 2, limit: 5 },
  { kind: "groups", query: "sort=name", offset: 0, limit: 20 },
  { kind: "fleet", query: "", offset: 0, limit: 20 },
];

/** Life's timings, but for the comparison, which would come too late for a run: what only it can see is mended within half a minute. */
const TIMINGS: WatchTimings = { ...WATCH_TIMINGS, digestMs: 25_000 };

/** A watch alone must do without what repairs it from outside: a second net hides the holes of the first. */
const UNAIDED: WatchTimings = { ...TIMINGS, digestMs: 1e9, digestSettleMs: 3e8, probeMs: 1e9 };

/** Faults that no watch can notice by itself, only a comparison with the server's own list. */
export const UNSEEN_FAULTS: ReadonlySet<string> = new Set(["an event that never comes", "a silent restore", "a restore that cuts"]);

/** The product, with all its nets. */
export const startDashboard: StartContender = (api, random) => start(api, random, TIMINGS, { isWhole: false });

/** The same without the comparison and without probes of busy streams. */
export const startUnaided: StartContender = (api, random) => start(api, random, UNAIDED, { isWhole: true });

/** Everything from the API server's answers to the browser's views, put together as the runtime does. */
async function start(api: FakeKubeApi, random: SeededRandom, timings: WatchTimings, log: LogFaith): Promise<Contender> {
  const clock = fastClock();
  const fleet = liveFleet([CLUSTER], () => clock.now());
  const lists = new StandingLists(fleet);
  const hub = hubOf(fleet, lists, clock);
  const memory = remember({ api, fleet, clock, cluster: CLUSTER, log });
  const sink = new LiveFleetSink(fleet, clock, { status: () => undefined, rights: () => undefined, sources: memory.recorder });
  sink.world(worldAt(clock.now()));
  const client = clientOf(api, clock);
  const reflector = startReflector({
    ...{ client, clock, timings, random: () => random.next(), labelSelector: "" },
    locate: async () => ({ ok: true, value: `/apis/networking.istio.io/v1/${PLURAL}` }),
    parse: (raw, identity) => parseWorkloadEntry(raw, identity, CLUSTER),
    sink: sink.entries(CLUSTER, ALL_NAMESPACES),
  });

  const road = createFaultyRoad(({ stream, views }, signal) => {
    if (stream === undefined) return openStream(hub, VIEWER, signal, views);
    return new Response(null, { status: hub.setViews(stream, VIEWER, views) ? 204 : 404 });
  });
  const seen = new Map<string, ViewState>();
  const browser = new LiveConnection(
    { url: "http://dashboard/api/live", fetch: road.fetch, now: clock.monotonic, random: () => random.next(), setTimer: clock.setTimer },
    { view: (key, update) => (update.kind === "state" ? seen.set(key, update.state) : seen.delete(key)), status: () => undefined },
  );
  browser.want(WANTED);
  browser.start();

  return {
    difference() {
      const { freshness } = reflector.report();
      const inStore = firstDifference(
        `store (${freshness.kind === "live" ? "live" : `${freshness.kind}: ${freshness.reason}`})`,
        versionsAt(api),
        versionsOf(fleet),
      );
      if (inStore !== null) return inStore;
      const truth = truthOf(api, fleet);
      return (
        WANTED.map((view) => firstDifference(viewKey(view), stateIn(truth, view), seen.get(viewKey(view)))).find((found) => found !== null) ??
        (reflector.report().freshness.kind === "live" ? null : `the reflector is ${reflector.report().freshness.kind}`) ??
        (browser.status.phase === "live" ? null : `the browser is ${browser.status.phase}`) ??
        memory.difference()
      );
    },
    disturb(dice) {
      const fault = dice.pick(ROAD_FAULTS);
      fault.inflict(road, dice);
      return fault.name;
    },
    heal: () => road.heal(),
    async stop() {
      browser.stop();
      hub.closeAll();
      memory.recorder.stop();
      sink.stop();
      reflector.stop();
      await reflector.ended;
      await client.close();
      clock.stop();
    },
  };
}

type Fleet = ReturnType<typeof liveFleet>;

function hubOf(fleet: Fleet, lists: StandingLists, clock: Clock): Hub {
  let streams = 0;
  return new Hub({
    ...{ fleet, lists, clock, build: "chaos" },
    pace: { beatMs: 5_000, frameMs: 250 },
    beat: () => ({ now: clock.now(), clusters: [], problems: [] }),
    newId: () => `stream-${++streams}`,
  });
}

function clientOf(api: FakeKubeApi, clock: Clock) {
  const credentials = { ca: undefined, cert: undefined, key: undefined, servername: undefined, rejectUnauthorized: true, headers: [] };
  const context = { cluster: CLUSTER, server: api.url, proxyUrl: null, namespace: "", credentials: async () => credentials };
  return createKubeClient({ context, clock });
}

/** One replica that runs, and no maximum age: time alone changes nothing during a run. */
function worldAt(now: number): World {
  const replica: Replica = {
    ...{ name: "istiod-a", namespace: "istio-system", uid: "aa", revision: "default", phase: "Running", zone: "", restarts: 0, deletingAt: null },
    ...{ ready: { status: "true", reason: "" }, node: "node-1", nodeState: "ready" },
    ...{ runningSince: Date.UTC(2025, 0, 1), maxConnectionAgeMs: null, gracePeriodMs: undefined },
  };
  return {
    cluster: CLUSTER,
    replicas: { kind: "known", value: new Map([[replica.name, replica]]), source: `pods at ${now}` },
    endedReplicas: new Map(),
    nodes: { kind: "known", source: "nodes" },
    maxConnectionAgeMs: { kind: "known", value: null, source: "arguments" },
    gracePeriodMs: { kind: "known", value: 10_000, source: "environment" },
    meshes: new Map(),
    gateways: { kind: "known", value: [], source: "services" },
    networkGateways: NO_GATEWAY_API,
    places: deniedNodeAndNamespaceFacts("not looked at"),
  };
}

/** What a dashboard must show that was told everything once and in order, straight from the server's objects. */
function truthOf(api: FakeKubeApi, live: Fleet): Fleet {
  const now = live.now();
  const fleet = liveFleet([CLUSTER], () => now);
  fleet.store.setWorld(live.worldOf(CLUSTER), now);
  for (const object of api.collection(PLURAL).objects.values()) {
    const identity = identityOf(object);
    if ("missing" in identity) continue;
    const entry = parseWorkloadEntry(object, identity, CLUSTER);
    fleet.store.upsertEntry(entry, now, "seen");
    const own = fleet.byUid(CLUSTER, entry.uid);
    // Since when it is so is known to whoever watched; among those who suffer the same it decides the order.
    const known = live.byName(CLUSTER, entry.namespace, entry.name);
    if (own !== null && known !== null) fleet.resume(own, live.judged(known).since, now);
  }
  return fleet;
}

/** Uid, namespace, name, version and address of every entry that the server holds. */
function versionsAt(api: FakeKubeApi): readonly string[] {
  return [...api.collection(PLURAL).objects.values()]
    .map(({ metadata, spec }) => `${metadata.uid} ${metadata.namespace}/${metadata.name}@${metadata.resourceVersion} ${addressOf(spec)}`)
    .sort();
}

function addressOf(spec: unknown): unknown {
  return typeof spec === "object" && spec !== null && "address" in spec ? spec.address : "";
}

/** The same of every entry that a fleet holds. */
function versionsOf(fleet: Fleet): readonly string[] {
  const held: string[] = [];
  for (const one of fleet.entries()) {
    const { uid, namespace, name, resourceVersion, address } = fleet.entry(one);
    held.push(`${uid} ${namespace}/${name}@${resourceVersion} ${address}`);
  }
  return held.sort();
}

function stateIn(fleet: Fleet, { kind, query, offset, limit }: WantedView): ViewState {
  const source = VIEWS[kind]({ fleet, lists: new StandingLists(fleet), viewer: VIEWER, query, offset, limit, changed: () => undefined });
  const state = source.compute();
  source.close();
  return state;
}
