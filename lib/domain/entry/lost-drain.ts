import { isDraining } from "@/lib/domain/verdict/serving";
import { entryManagementOf } from "./origin";
import type { WorkloadEntry } from "./workload-entry";

/** An entry that was draining when it left the API. */
export interface DrainedEntry {
  readonly uid: string;
  /** When its deletion was observed. Milliseconds. */
  readonly endedAt: number;
  /** The reason of the drain from the entry's annotation; "" = none. An untrusted text. */
  readonly reason: string;
}

/** The time for which the drain of a deleted entry is remembered. Milliseconds. */
export const LOST_DRAIN_RETENTION_MS = 24 * 3_600_000;

/** The fields of an entry that decide about a lost drain. */
export type DrainableEntry = Pick<WorkloadEntry, "registrationGroup" | "controller" | "unreadable" | "specLabels" | "metadataLabels">;

/**
 * Returns the drain that an entry has lost: an earlier entry of its name was draining, and istiod created it again without the label
 * (docs/istio.md#draining). Null = the entry has lost none, or its drain is no longer remembered. A hand-written entry cannot lose its drain: its
 * author decides about its labels.
 */
export function lostDrainOf(entry: DrainableEntry, drained: DrainedEntry | null, now: number): DrainedEntry | null {
  if (drained === null || entry.unreadable !== null || entryManagementOf(entry) !== "auto" || isDraining(entry)) return null;
  return now < drained.endedAt + LOST_DRAIN_RETENTION_MS ? drained : null;
}
