import { isDraining } from "@/lib/domain/verdict/serving";
import { entryManagementOf } from "./origin";
import type { WorkloadEntry } from "./workload-entry";

/** An entry that was draining when it went. */
export interface EarlierDrain {
  readonly uid: string;
  /** When it went, as it was heard (milliseconds). */
  readonly endedAt: number;
  /** The reason that was kept at it; "" = none. A stranger's text. */
  readonly reason: string;
}

/** A drain is remembered so long. */
export const DRAIN_KEPT_MS = 24 * 3_600_000;

/** What a lost drain follows from. */
export type DrainableEntry = Pick<WorkloadEntry, "registrationGroup" | "controller" | "unreadable" | "specLabels" | "metadataLabels">;

/**
 * The drain that an entry has lost: the one of its name before it was draining when it went, and istiod made it anew without the label
 * (docs/istio.md#draining). Null = none that is remembered. Whoever writes an entry by hand decides about its labels.
 */
export function lostDrainOf(entry: DrainableEntry, drained: EarlierDrain | null, now: number): EarlierDrain | null {
  if (drained === null || entry.unreadable !== null || entryManagementOf(entry) !== "auto" || isDraining(entry)) return null;
  return now < drained.endedAt + DRAIN_KEPT_MS ? drained : null;
}
