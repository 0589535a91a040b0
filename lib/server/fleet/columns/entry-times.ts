import type { DurationKey } from "@/lib/contract/url/filter-term";
import { CHANGED } from "./changed";
import type { FleetStore } from "./fleet-store";
import { BY_COMPARED } from "./listed-fields";

/** What of an entry's change moves one of its times (CHANGED). */
export function timeMask(key: DurationKey): number {
  return BY_COMPARED.get(key)?.bit ?? CHANGED.state | CHANGED.since;
}

/** The moment that a time of an entry is counted from; null where it says none. `for` is counted from when its state began. */
export function timeAt(store: FleetStore, slot: number, key: DurationKey): number | null {
  const listed = BY_COMPARED.get(key);
  if (listed !== undefined) return listed.momentAt(store, slot);
  const at = store.columns.derivedFloats.since[slot];
  return at === undefined || !Number.isFinite(at) ? null : at;
}
