import type { DrainLostOnRecreation } from "@/lib/contract/views/entries";
import { lostDrainOf } from "@/lib/domain/entry/lost-drain";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

/** The drain that an entry has lost, as a page shows it; null = none that anybody remembers, as of the past. */
export function lostDrainOn(fleet: FleetReader, ref: EntryRef): DrainLostOnRecreation | null {
  const entry = fleet.entry(ref);
  const lost = lostDrainOf(entry, fleet.entryMemory?.of(ref).drainedBefore ?? null, fleet.now());
  const { name, uid, resourceVersion } = entry;
  return lost === null ? null : { name, uid, resourceVersion, endedAt: lost.endedAt, reason: lost.reason };
}
