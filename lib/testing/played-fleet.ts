import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { World } from "@/lib/domain/mesh/world";
import type { Since } from "@/lib/domain/verdict/since";
import type { FleetStep } from "./fleet-steps";
import type { ManualClock } from "./manual-clock";

/** Where the story of one kind is told to, as a reflector would. */
interface Told<T> {
  beginReplace(): void;
  upsert(value: T): void;
  endReplace(): void;
  abandonReplace(): void;
  remove(removed: { readonly uid: string; readonly namespace: string; readonly name: string; readonly resourceVersion: string }): void;
}

export interface PlayedParts {
  readonly clock: ManualClock;
  readonly entries: Told<WorkloadEntry>;
  readonly groups: Told<WorkloadGroup>;
  readonly store: {
    setWorld(world: World, now: number): void;
    tick(now: number): void;
    slotOfUid(cluster: string, uid: string): number;
    resume(slot: number, since: Since, now: number): void;
  };
}

/** The cluster of the builders and steps. */
export const PLAYED_CLUSTER = "prod-eu";

/** Plays steps to a fleet, and keeps beside it a plain map of the entries that it should hold. */
export function playedFleet({ clock, entries, groups, store }: PlayedParts) {
  const model = new Map<string, WorkloadEntry>();
  const gone = (uid: string) => ({ uid, namespace: "", name: "", resourceVersion: "" });
  const upsert = (entry: WorkloadEntry) => {
    model.set(entry.uid, entry);
    entries.upsert(entry);
  };
  const list = ({ entries: listed, ends }: Extract<FleetStep, { kind: "list" }>) => {
    entries.beginReplace();
    for (const entry of listed) upsert(entry);
    if (!ends) return entries.abandonReplace();
    for (const uid of [...model.keys()]) if (!listed.some((entry) => entry.uid === uid)) model.delete(uid);
    entries.endReplace();
  };
  const resume = ({ uid, agoMs }: Extract<FleetStep, { kind: "resume" }>) => {
    const slot = store.slotOfUid(PLAYED_CLUSTER, uid);
    if (slot >= 0) store.resume(slot, { at: clock.now() - agoMs, notBefore: null }, clock.now());
  };
  const play = (step: FleetStep): void => {
    switch (step.kind) {
      case "upsert":
        return upsert(step.entry);
      case "remove":
        model.delete(step.uid);
        return entries.remove(gone(step.uid));
      case "list":
        return list(step);
      case "list-groups":
        groups.beginReplace();
        for (const group of step.groups) groups.upsert(group);
        return groups.endReplace();
      case "remove-group":
        return groups.remove(gone(step.uid));
      case "world":
        return store.setWorld(step.world, clock.now());
      case "wait":
        clock.advance(step.ms);
        return store.tick(clock.now());
      case "resume":
        return resume(step);
    }
  };
  return { model, play };
}
