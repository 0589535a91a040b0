import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { NaiveWorld } from "./facts";

export const isTrue = (gate: string | null) => ["1", "t", "T", "TRUE", "true", "True"].includes(gate ?? "");

/** Where an entry's connection stands; worlds keep clear of the limits by more than what a page allows for. */
export function connection(entry: WorkloadEntry, world: NaiveWorld): "unmanaged" | "never" | "ended" | "leaked" | "ahead" | "ghost" | "overdue" | "connected" {
  if (entry.registrationGroup === "" && entry.controller === "") return "unmanaged";
  if (entry.connectedAt === null) return entry.disconnectedAt === null ? "never" : "ended";
  const at = entry.connectedAt.ms;
  if (at === null) return "leaked";
  if (at > world.now + 30_000) return "ahead";
  const { maxConnectionAgeMs } = world.world;
  const limit = maxConnectionAgeMs.kind === "denied" ? null : maxConnectionAgeMs.value;
  const age = world.now - at;
  if (limit !== null && age >= limit * 1.5) return "leaked";
  if (isGhost(entry, at, world)) return "ghost";
  return limit !== null && age >= limit * 1.1 + 15_000 ? "overdue" : "connected";
}

/** No such Pod, or one that began later, does not run, or stands on a Node that is silent. */
function isGhost({ controller }: WorkloadEntry, at: number, world: NaiveWorld): boolean {
  const { replicas } = world.world;
  if (replicas.kind !== "known") return false;
  const replica = replicas.value.get(controller);
  if (replica === undefined || replica.runningSince === null) return true;
  return Math.floor(replica.runningSince / 1000) > Math.floor(at / 1000) || replica.nodeState === "silent";
}
