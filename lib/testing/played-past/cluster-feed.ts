import type { ClusterStatus, SourceStatus } from "@/lib/contract/status";
import { WATCHED_KINDS, type WatchedKind } from "@/lib/domain/source/scope";
import { SOURCE_NAMES, SOURCES, type SourceName } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { KubeObject, WatchEvent } from "@/lib/sandbox/istiod/kube-api";
import { KINDS } from "@/lib/server/cluster/kinds";
import { type Identity, identityOf } from "@/lib/server/kube/parse/identity";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import { clusterStatusOf } from "@/lib/server/watch/cluster-status";
import { type ClusterWorld, createClusterWorld, nodesReachOf, podsReachOf } from "@/lib/server/watch/cluster-world";
import type { FleetSink } from "@/lib/server/watch/fleet-sink";
import { meshReachOf } from "@/lib/server/watch/mesh-sinks";
import type { Rights } from "@/lib/server/watch/rights";
import type { Sink } from "@/lib/server/watch/sink";
import { sourceSink } from "@/lib/server/watch/source-set";
import type { Tracked } from "@/lib/server/watch/tracked";
import { WorldTable } from "@/lib/server/watch/world-table";
import type { ScriptCluster } from "./script";
import type { Timeline } from "./timeline";

const ISTIO_NAMESPACE = "istio-system";
/** Changes are gathered before world and status are sent, as in the product. */
const GATHER_MS = 20;
const PROOF_MS = 6_000;

/** The kinds that a play contains, by their source. */
const KIND_OF = new Map<SourceName, string>([
  ...([
    ["workloadgroups", "WorkloadGroup"],
    ["workloadentries", "WorkloadEntry"],
    ["services", "Service"],
    ["serviceentries", "ServiceEntry"],
  ] as const),
  ...([
    ["istiod-pods", "Pod"],
    ["workload-pods", "Pod"],
    ["istiod-deployments", "Deployment"],
    ["mesh-config", "ConfigMap"],
    ["nodes", "Node"],
    ["namespaces", "Namespace"],
  ] as const),
]);
/** Sources on demand that are listed: other endpoints of services. A play has no EndpointSlices. */
const LISTED: ReadonlySet<SourceName> = new Set(["workload-pods", "endpointslices"]);
/** Sources of the world come first, because verdicts need it. */
const FED: readonly SourceName[] = [...SOURCE_NAMES]
  .filter((name) => KINDS[name].place !== "on-demand" || LISTED.has(name))
  .sort((a, b) => rankOf(a) - rankOf(b));

interface Fed {
  readonly source: SourceName;
  /** Gives one object to the sink. */
  readonly put: (object: KubeObject) => void;
  readonly sink: Pick<Sink<never>, "beginReplace" | "endReplace" | "freshness" | "size" | "remove">;
  freshness: Freshness;
}

/** The API server of a cluster, as its watches use it. */
export interface WatchedStore {
  readonly timeline: Timeline;
  /** The objects of a kind as they are now. */
  all(kind: string): readonly KubeObject[];
  /** Sends the objects of a kind, and then each change. */
  follow(kind: string, onEvent: (event: WatchEvent) => void): () => void;
}

/** A cluster, and the parts of it that Stolos cannot read, or reads late. */
export type WatchedCluster = Pick<ScriptCluster, "name" | "isUnreached" | "reachedAfterMs" | "listedAfterMs" | "denied">;

export interface FeedParts {
  readonly mesh: { readonly store: WatchedStore };
  readonly cluster: WatchedCluster;
  readonly sink: FleetSink;
}

/**
 * The watches of one cluster in one Stolos process: the product's parsers, sinks, world and status, fed with the objects of a played cluster.
 * Only the HTTP client and the reflectors are replaced.
 */
export class ClusterFeed {
  readonly #fed: readonly Fed[];
  readonly #world: ClusterWorld;
  readonly #namespaces: WorldTable<NamespaceName>;
  readonly #rights: Rights;
  readonly #unfollow: (() => void)[] = [];
  /** When Stolos began to try this cluster (milliseconds). */
  readonly #triedSince: number;
  #isReached = false;
  #isWaiting = false;
  #isStopped = false;

  constructor(private readonly parts: FeedParts) {
    this.#triedSince = this.#now();
    const { cluster, sink } = parts;
    const changed = () => this.#later();
    const denied = new Set<SourceName>(cluster.denied);
    const isDenied = (kind: WatchedKind) => [...denied].some((source) => SOURCES[source].kind === kind);
    this.#rights = new Map(WATCHED_KINDS.filter((kind) => !isDenied(kind)).map((kind) => [kind, "all"] as const));
    this.#world = createClusterWorld(cluster.name, changed, (world) => sink.world(world));
    this.#namespaces = new WorldTable(cluster.name, changed);
    const to = { cluster: cluster.name, fleet: sink, world: this.#world, namespaces: this.#namespaces };
    this.#fed = FED.filter((source) => !isDenied(SOURCES[source].kind)).map((source) => fedOf(source, cluster.name, sourceSink(source, to, "*", "istio")));
  }

  /** Lists everything, then follows it. A cluster that is not reached stays at its first status. */
  start(): void {
    const { isUnreached, reachedAfterMs = 0 } = this.parts.cluster;
    if (isUnreached !== true && reachedAfterMs === 0) return this.#reach();
    this.#publish();
    if (isUnreached !== true) this.#after(reachedAfterMs, () => this.#reach());
  }

  #reach(): void {
    const { cluster, mesh, sink } = this.parts;
    this.#isReached = true;
    sink.rights(cluster.name, this.#rights);
    for (const fed of this.#fed) this.#listFirst(fed);
    this.#publish();
    for (const kind of new Set(KIND_OF.values())) {
      const feds = this.#fed.filter(({ source }) => KIND_OF.get(source) === kind);
      this.#unfollow.push(followChanges(mesh, kind, (event) => this.#receive(event, feds)));
    }
  }

  /** The sources prove themselves, as reflectors do every few seconds. */
  prove(): void {
    if (!this.#isReached) return;
    for (const fed of this.#fed) if (fed.freshness.kind === "live") this.#turn(fed, { kind: "live", asOf: this.#now() });
    this.#publish();
  }

  /** The watch of one source, or of all, stops. */
  lose(source: SourceName | "all", freshness: "stale" | "denied", reason: string): void {
    for (const fed of this.#chosen(source)) {
      this.#turn(fed, { kind: freshness, asOf: this.#now(), reason });
      if (freshness !== "denied" || fed.sink.size() === 0) continue;
      fed.sink.beginReplace();
      fed.sink.endReplace();
    }
    this.#publish();
  }

  /** It is listed again and goes on. */
  regain(source: SourceName | "all"): void {
    for (const fed of this.#chosen(source)) {
      this.#turn(fed, { kind: "catching-up", asOf: fed.freshness.asOf, reason: "the list is read again" });
      this.#list(fed);
    }
    this.#publish();
  }

  stop(): void {
    this.#isStopped = true;
    for (const unfollow of this.#unfollow) unfollow();
  }

  #chosen(source: SourceName | "all"): readonly Fed[] {
    return this.#fed.filter((fed) => source === "all" || fed.source === source);
  }

  #listFirst(fed: Fed): void {
    const afterMs = this.parts.cluster.listedAfterMs?.[fed.source] ?? 0;
    if (afterMs === 0) return this.#list(fed);
    this.#after(afterMs, () => {
      this.#list(fed);
      this.#publish();
    });
  }

  #after(ms: number, call: () => void): void {
    this.parts.mesh.store.timeline.setTimer(() => this.#isStopped || call(), ms);
  }

  #list(fed: Fed): void {
    fed.sink.beginReplace();
    const kind = KIND_OF.get(fed.source);
    if (kind !== undefined) for (const object of this.parts.mesh.store.all(kind)) if (isOf(fed.source, object)) fed.put(object);
    fed.sink.endReplace();
    this.#turn(fed, { kind: "live", asOf: this.#now() });
  }

  #receive({ type, object }: WatchEvent, feds: readonly Fed[]): void {
    for (const fed of feds) {
      if (fed.freshness.kind !== "live" || !isOf(fed.source, object)) continue;
      if (type === "DELETED") fed.sink.remove(identityIn(object));
      else fed.put(object);
    }
  }

  #turn(fed: Fed, freshness: Freshness): void {
    fed.freshness = freshness;
    fed.sink.freshness(freshness);
  }

  #later(): void {
    if (this.#isWaiting || this.#isStopped) return;
    this.#isWaiting = true;
    this.parts.mesh.store.timeline.setTimer(() => {
      this.#isWaiting = false;
      if (!this.#isStopped) this.#publish();
    }, GATHER_MS);
  }

  #publish(): void {
    const { cluster, sink } = this.parts;
    const isReached = this.#isReached;
    const rights = isReached ? this.#rights : null;
    const sources = this.#fed.map(({ source, freshness, sink: { size } }): SourceStatus => {
      const wire = { kind: freshness.kind, asOf: freshness.asOf, reason: freshness.kind === "live" ? "" : freshness.reason };
      return { source, namespace: "*", freshness: wire, proofMs: PROOF_MS, objects: size(), unreadable: 0 };
    });
    const needed = () => ["istio"];
    if (isReached) {
      const reach = { pods: podsReachOf(rights, ISTIO_NAMESPACE, sources), nodes: nodesReachOf(rights, ISTIO_NAMESPACE, sources) };
      const names = { seen: this.#namespaces.values(), where: "the cluster's list of namespaces" };
      this.#world.update({ ...reach, mesh: meshReachOf(rights, ISTIO_NAMESPACE, needed), namespaces: names }, this.#now());
      sink.namespaces(cluster.name, [...this.#namespaces.values()].map(({ name }) => name).sort(), false);
    }
    const failure = isReached ? null : { kind: "stale" as const, asOf: null, reason: "no connection: ECONNREFUSED", failure: "unreachable" };
    const known = {
      cluster: cluster.name,
      istioNamespace: ISTIO_NAMESPACE,
      rights,
      failure,
      version: isReached ? "v1.36.0" : null,
      needed,
      triedSince: this.#triedSince,
    };
    const status: ClusterStatus = clusterStatusOf({ ...known, sources: isReached ? sources : [], asked: ["default"], skewMs: isReached ? 0 : null });
    sink.status(status);
  }

  #now(): number {
    return this.parts.mesh.store.timeline.now();
  }
}

function fedOf(source: SourceName, cluster: string, sink: Sink<Tracked>): Fed {
  const put = (object: KubeObject) => sink.upsert(KINDS[source].parse(object, identityIn(object), cluster));
  return {
    ...{ source, put, freshness: { kind: "starting", asOf: null, reason: "" } },
    sink: {
      ...{ beginReplace: () => sink.beginReplace(), endReplace: () => sink.endReplace(), size: () => sink.size() },
      ...{ freshness: (freshness) => sink.freshness(freshness), remove: (removed) => sink.remove(removed) },
    },
  };
}

/** Follows changes only, because existing objects were listed before. */
function followChanges(mesh: FeedParts["mesh"], kind: string, receive: (event: WatchEvent) => void): () => void {
  let isListed = false;
  const unfollow = mesh.store.follow(kind, (event) => {
    if (isListed) receive(event);
  });
  isListed = true;
  return unfollow;
}

function isOf(source: SourceName, { metadata }: KubeObject): boolean {
  if (source === "istiod-pods") return metadata.labels?.app === "istiod";
  if (source === "workload-pods") return metadata.namespace !== ISTIO_NAMESPACE;
  if (source === "istiod-deployments") return metadata.namespace === ISTIO_NAMESPACE;
  return source !== "mesh-config" || metadata.name === "istio";
}

function identityIn(object: KubeObject): Identity {
  const identity = identityOf(object);
  if ("missing" in identity) throw new Error(`${object.kind} without ${identity.missing}.`);
  return identity;
}

function rankOf(source: SourceName): number {
  if (source === "workloadentries") return 2;
  return source === "workloadgroups" ? 1 : 0;
}
