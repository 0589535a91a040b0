import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { Sighting } from "./entry-change";

/** Takes what watches see of machines, groups and worlds; moments are in milliseconds. How a fleet keeps them is its own matter. */
export interface FleetWriter {
  /** Takes an entry as it is now. */
  upsertEntry(entry: WorkloadEntry, now: number, sighting: Sighting): void;
  /** An entry is gone, or (`forgotten`) may no longer be watched. */
  removeEntry(cluster: string, uid: string, now: number, how: Sighting | "forgotten"): void;
  upsertGroup(group: WorkloadGroup): void;
  /** Exactly this uid is gone; its machines, if any are left, stay under its name. */
  removeGroup(cluster: string, namespace: string, name: string, uid: string): void;
  /** Takes a new world and judges again, at once, the entries of its cluster that it may concern. */
  setWorld(world: World, now: number): void;
  /** Takes a new world; the entries that it may concern are judged again as the fleet's evaluations run. */
  beginWorld(world: World, now: number): void;
  /** Lets time pass, and evaluates in one go all that waits. */
  tick(now: number): void;
}
