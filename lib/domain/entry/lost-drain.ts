import { isDraining } from "@/lib/domain/verdict/serving";
import { entryManagementOf } from "./origin";
import type { WorkloadEntry } from "./workload-entry";

/** An entry that was draining when it left the API. */
export interface EarlierDrain {
  readonly uid: string;
  /** When its deletion was observed. Milliseconds. */
  readonly endedAt: number;
  /** The reason that was stored on it; "" = none. An untrusted text. */
  readonly reason: string;
}

/** A drain is remembered for this time after the entry left. */
export const LOST_DRAIN_RETENTION_MS = 24 * 3_600_000;

/** The fields of an entry that decide about a lost drain. */
export type DrainableEntry = Pick<WorkloadEntry, "registrationGroup" | "controller" | "unreadable" | "specLabels" | "metadataLabels">;

/**
 * Returns the drain that an entry has lost: an earlier entry of its name was draining, and istiod created it again without the label (docs/istio.md#draining).
 * Null = none that is remembered. A hand-written entry has lost none: its author decides about its labels.
 */
export function lostDrainOf(entry: DrainableEntry, drained: EarlierDrain | null, now: number): EarlierDrain | null {
  if (drained === null || entry.unreadable !== null || entryManagementOf(entry) !== "auto" || isDraining(entry)) return null;
  return now < drained.endedAt + LOST_DRAIN_RETENTION_MS ? drained : null;
}
