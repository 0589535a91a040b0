import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { Connection } from "@/lib/domain/verdict/verdict";
import type { WorkloadEntry } from "./workload-entry";

/** Origins of entries, in the order in which lists sort them. */
export const ENTRY_ORIGINS = ["auto-registered", "hand-written-checked", "hand-written", "unreadable"] as const;
export type EntryOrigin = (typeof ENTRY_ORIGINS)[number];

/**
 * Returns the origin of an entry (docs/istio.md#entry-shapes). `hand-written-checked`: istiod controls the entry while its machine is connected, or
 * its annotation for health checks decides whether istiod sends it.
 */
export function entryOriginOf(entry: Pick<WorkloadEntry, "unreadable" | "registrationGroup" | "controller" | "gate">): EntryOrigin {
  if (entry.unreadable !== null) return "unreadable";
  if (entry.registrationGroup !== "") return "auto-registered";
  return entry.controller !== "" || hasHealthChecks(entry.gate) ? "hand-written-checked" : "hand-written";
}

/**
 * The writer of an entry's connection annotations. `auto`: istiod, which created the entry. `claimed`: istiod, on a hand-written entry. `unmanaged`:
 * the entry has no such annotation (docs/istio.md#entry-shapes).
 */
export type EntryManagement = "auto" | "claimed" | "unmanaged";

/** Returns the management of an entry by the annotations that istiod writes (docs/istio.md#entry-shapes). */
export function entryManagementOf(entry: Pick<WorkloadEntry, "registrationGroup" | "controller">): EntryManagement {
  if (entry.registrationGroup !== "") return "auto";
  return entry.controller !== "" ? "claimed" : "unmanaged";
}

/** The results for a machine whose entry a user deletes, worst first. */
export const DELETION_OUTCOMES = ["refused", "without-entry", "by-hand", "not-known", "registers-anew"] as const;
export type DeletionOutcome = (typeof DELETION_OUTCOMES)[number];

/** The facts that decide the result of a deletion for the machine. */
export interface EntryToDelete {
  readonly origin: EntryOrigin;
  readonly connection: Connection["kind"];
  /** True if the group that the registration annotation names exists. Null = groups are not visible. */
  readonly hasGroup: boolean | null;
}

/**
 * Returns the result of a deletion for the machine (docs/istio.md#connect). istiod creates an auto-registered entry again when the machine
 * reconnects, but not while it stays connected. It refuses the machine if the group does not exist. A hand-written entry is not created again.
 */
export function deletionOutcome({ origin, connection, hasGroup }: EntryToDelete): DeletionOutcome {
  if (origin === "unreadable") return "not-known";
  if (origin !== "auto-registered") return "by-hand";
  if (hasGroup === false) return "refused";
  if (connection === "connected" || connection === "overdue") return "without-entry";
  return connection === "leaked" || connection === "ghost" ? "not-known" : "registers-anew";
}
