import type { Replica, World } from "@/lib/domain/world";

/** A replica as plain JSON. Before readiness was judged it was a boolean, and the Node was not kept. */
type ReplicaShape = Omit<Replica, "ready" | "node" | "nodeState"> & { readonly ready: Replica["ready"] | boolean } & Partial<
    Pick<Replica, "node" | "nodeState">
  >;

/** A world as plain JSON: what a Pod does not tell is missing, as it is in the world itself. */
export interface WorldShape {
  readonly replicas:
    | { readonly kind: "known" | "assumed"; readonly source: string; readonly value: readonly ReplicaShape[] }
    | { readonly kind: "denied"; readonly source: string };
  /** Missing in a record from before Nodes were judged. */
  readonly nodes?: World["nodes"];
  readonly maxConnectionAgeMs: World["maxConnectionAgeMs"];
  readonly gracePeriodMs: World["gracePeriodMs"];
}

/** The world without its cluster, replicas by name. */
export function worldShape({ replicas, nodes, maxConnectionAgeMs, gracePeriodMs }: World): WorldShape {
  if (replicas.kind === "denied") return { replicas, nodes, maxConnectionAgeMs, gracePeriodMs };
  const value = [...replicas.value.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { replicas: { kind: replicas.kind, source: replicas.source, value }, nodes, maxConnectionAgeMs, gracePeriodMs };
}

/** The world again. JSON leaves out what a Pod does not tell (undefined), and so it comes back as not told. */
export function worldOfShape(cluster: string, { replicas, nodes = UNJUDGED, maxConnectionAgeMs, gracePeriodMs }: WorldShape): World {
  if (replicas.kind === "denied") return { cluster, replicas, nodes, maxConnectionAgeMs, gracePeriodMs };
  const value = new Map(replicas.value.map((replica) => [replica.name, replicaOfShape(replica)]));
  return { cluster, replicas: { kind: replicas.kind, source: replicas.source, value }, nodes, maxConnectionAgeMs, gracePeriodMs };
}

const UNJUDGED: World["nodes"] = { kind: "known", source: "recorded before Nodes were judged" };

/** A replica of a record from before its Node was judged: what was not asked then raises no doubt now, so that the record tells what it told. */
function replicaOfShape(replica: ReplicaShape): Replica {
  if (typeof replica.ready !== "boolean") return { ...replica, ready: replica.ready, node: replica.node ?? "", nodeState: replica.nodeState ?? "not-known" };
  return { ...replica, ready: { status: replica.ready ? "true" : "unknown", reason: "" }, node: "", nodeState: "ready" };
}

/** Which replica holds an entry, in a word that every recorder finds the same: part of the key of a version that the world made. */
export function replicaSignature(world: World, controller: string): string {
  if (world.replicas.kind === "denied") return "denied";
  const replica = world.replicas.value.get(controller);
  return replica === undefined ? "none" : `${replica.uid}/${replica.runningSince ?? "stopped"}`;
}
