import type { Replica, World } from "@/lib/domain/world";

/** A world as plain JSON: what a Pod does not tell is missing, as it is in the world itself. */
export interface WorldShape {
  readonly replicas:
    | { readonly kind: "known" | "assumed"; readonly source: string; readonly value: readonly Replica[] }
    | { readonly kind: "denied"; readonly source: string };
  readonly maxConnectionAgeMs: World["maxConnectionAgeMs"];
  readonly gracePeriodMs: World["gracePeriodMs"];
}

/** The world without its cluster, replicas by name. */
export function worldShape({ replicas, maxConnectionAgeMs, gracePeriodMs }: World): WorldShape {
  if (replicas.kind === "denied") return { replicas, maxConnectionAgeMs, gracePeriodMs };
  const value = [...replicas.value.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { replicas: { kind: replicas.kind, source: replicas.source, value }, maxConnectionAgeMs, gracePeriodMs };
}

/** The world again. JSON leaves out what a Pod does not tell (undefined), and so it comes back as not told. */
export function worldOfShape(cluster: string, { replicas, maxConnectionAgeMs, gracePeriodMs }: WorldShape): World {
  if (replicas.kind === "denied") return { cluster, replicas, maxConnectionAgeMs, gracePeriodMs };
  const value = new Map(replicas.value.map((replica) => [replica.name, replica]));
  return { cluster, replicas: { kind: replicas.kind, source: replicas.source, value }, maxConnectionAgeMs, gracePeriodMs };
}

/** Which replica holds an entry, in a word that every recorder finds the same: part of the key of a version that the world made. */
export function replicaSignature(world: World, controller: string): string {
  if (world.replicas.kind === "denied") return "denied";
  const replica = world.replicas.value.get(controller);
  return replica === undefined ? "none" : `${replica.uid}/${replica.runningSince ?? "stopped"}`;
}
