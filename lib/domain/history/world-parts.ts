import { deniedNodeAndNamespaceFacts, type MeshFacts } from "@/lib/domain/mesh/mesh-facts";
import type { EndedReplica, Fact, Replica, World } from "@/lib/domain/mesh/world";
import { compareText } from "@/lib/domain/object/compare-text";
import type { UntypedObject } from "@/lib/domain/preview/values";
import { type JsonReader, listReader, oneOfReader, readBoolean, readNumber, readNumberOrNull, readString, readUntypedObject } from "./reading";

/** A world as plain JSON. Fields that a Pod does not set are absent, as in the world itself. */
export interface StoredWorld {
  readonly replicas:
    | { readonly kind: "known" | "assumed"; readonly source: string; readonly value: readonly Replica[] }
    | { readonly kind: "denied"; readonly source: string };
  /** The replicas that ended; absent = none. */
  readonly endedReplicas?: readonly (EndedReplica & { readonly name: string })[];
  readonly nodes: World["nodes"];
  readonly maxConnectionAgeMs: World["maxConnectionAgeMs"];
  readonly gracePeriodMs: World["gracePeriodMs"];
  /** The versions of istiod by revision, for the name of a rollout. Absent = an earlier version of Stolos wrote the world, or none is known. */
  readonly istioVersions?: readonly { readonly revision: string; readonly versions: readonly string[] }[];
}

/** The mesh facts of a past world, which are not recorded. */
export const UNRECORDED_MESH_FACTS: Pick<World, "meshes" | "gateways" | "networkGateways" | "places"> = {
  meshes: new Map(),
  gateways: { kind: "denied", source: "gateways are not recorded" },
  networkGateways: { kind: "denied", source: "gateways are not recorded" },
  places: deniedNodeAndNamespaceFacts("places of Nodes and namespaces are not recorded"),
};

/** Returns the world as JSON without its cluster, with replicas sorted by name. */
export function toStoredWorld(world: World): StoredWorld {
  const ended = [...world.endedReplicas].map(([name, end]) => ({ name, ...end })).sort((a, b) => compareText(a.name, b.name));
  const versions = [...istioVersionsOf(world)].flatMap(([revision, own]) => (own.length > 0 ? [{ revision, versions: own }] : []));
  return {
    ...recorderIndependentWorld(world),
    ...(ended.length > 0 ? { endedReplicas: ended } : {}),
    ...(versions.length > 0 ? { istioVersions: versions } : {}),
  };
}

/** Returns the known versions of istiod by revision. */
export function istioVersionsOf({ meshes, istioVersions }: World): ReadonlyMap<string, readonly string[]> {
  if (istioVersions !== undefined) return istioVersions;
  const versionsOf = ({ istioVersion, otherVersions }: MeshFacts) => [istioVersion.kind === "denied" ? null : istioVersion.value, ...otherVersions];
  return new Map([...meshes].map(([revision, facts]) => [revision, versionsOf(facts).flatMap((version) => version || [])]));
}

/**
 * Returns the parts of a world that are equal in all recorders of a cluster: without the ends of replicas, which recorders observe at different
 * times, and without the istiod versions.
 */
export function recorderIndependentWorld({ replicas, nodes, maxConnectionAgeMs, gracePeriodMs }: World): StoredWorld {
  if (replicas.kind === "denied") return { replicas, nodes, maxConnectionAgeMs, gracePeriodMs };
  const value = [...replicas.value.values()].sort((a, b) => compareText(a.name, b.name));
  return { replicas: { kind: replicas.kind, source: replicas.source, value }, nodes, maxConnectionAgeMs, gracePeriodMs };
}

/** Reads a stored world, in the newest format; throws `Unreadable`. JSON omits the undefined fields of a Pod, and they are undefined again. */
export function readWorld(cluster: string, stored: UntypedObject): World {
  const nodes = readUntypedObject(stored.nodes, "nodes");
  return {
    cluster,
    replicas: readFact(stored.replicas, "replicas", (value) => new Map(listReader(readReplica)(value, "replicas").map((replica) => [replica.name, replica]))),
    endedReplicas: new Map(stored.endedReplicas === undefined ? [] : listReader(readEnd)(stored.endedReplicas, "endedReplicas")),
    nodes: { kind: oneOfReader(["known", "denied"])(nodes.kind, "nodes"), source: readString(nodes.source, "nodes") },
    maxConnectionAgeMs: readFact(stored.maxConnectionAgeMs, "maxConnectionAgeMs", readNumberOrNull),
    gracePeriodMs: readFact(stored.gracePeriodMs, "gracePeriodMs", readNumber),
    ...(stored.istioVersions === undefined ? {} : { istioVersions: new Map(listReader(readVersions)(stored.istioVersions, "istioVersions")) }),
    ...UNRECORDED_MESH_FACTS,
  };
}

function readFact<T>(value: unknown, path: string, read: JsonReader<T>): Fact<T> {
  const stored = readUntypedObject(value, path);
  const [kind, source] = [oneOfReader(["known", "assumed", "denied"])(stored.kind, path), readString(stored.source, path)];
  return kind === "denied" ? { kind, source } : { kind, value: read(stored.value, path), source };
}

function readEnd(value: unknown, path: string): readonly [name: string, end: EndedReplica] {
  const stored = readUntypedObject(value, path);
  return [
    readString(stored.name, path),
    { revision: readString(stored.revision, path), at: readNumber(stored.at, path), inOrder: readBoolean(stored.inOrder, path) },
  ];
}

function readVersions(value: unknown, path: string): readonly [revision: string, versions: readonly string[]] {
  const stored = readUntypedObject(value, path);
  return [readString(stored.revision, path), listReader(readString)(stored.versions, path)];
}

function readReplica(value: unknown, path: string): Replica {
  const stored = readUntypedObject(value, path);
  const ready = readUntypedObject(stored.ready, "replica.ready");
  return {
    name: readString(stored.name, "replica.name"),
    namespace: readString(stored.namespace, "replica.namespace"),
    uid: readString(stored.uid, "replica.uid"),
    revision: readString(stored.revision, "replica.revision"),
    runningSince: readNumberOrNull(stored.runningSince, "replica.runningSince"),
    ...(stored.finishedAt === undefined ? {} : { finishedAt: readNumber(stored.finishedAt, "replica.finishedAt") }),
    phase: readString(stored.phase, "replica.phase"),
    ready: { status: oneOfReader(["true", "false", "unknown"])(ready.status, "replica.ready"), reason: readString(ready.reason, "replica.ready") },
    node: readString(stored.node, "replica.node"),
    nodeState: oneOfReader(["ready", "not-ready", "silent", "not-known", "not-visible"])(stored.nodeState, "replica.nodeState"),
    zone: readString(stored.zone, "replica.zone"),
    restarts: readNumber(stored.restarts, "replica.restarts"),
    deletingAt: readNumberOrNull(stored.deletingAt, "replica.deletingAt"),
    maxConnectionAgeMs: stored.maxConnectionAgeMs === undefined ? undefined : readNumberOrNull(stored.maxConnectionAgeMs, "replica.maxConnectionAgeMs"),
    gracePeriodMs: stored.gracePeriodMs === undefined ? undefined : readNumber(stored.gracePeriodMs, "replica.gracePeriodMs"),
  };
}

/**
 * Returns a text that identifies the replica of an entry, equal for all recorders. It is part of the key of a version that a change of the world
 * caused.
 */
export function replicaSignature(world: World, controller: string): string {
  if (world.replicas.kind === "denied") return "denied";
  const replica = world.replicas.value.get(controller);
  return replica === undefined ? "none" : `${replica.uid}/${replica.runningSince ?? "stopped"}`;
}
