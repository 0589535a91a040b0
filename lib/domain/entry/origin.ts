import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import type { Connection } from "@/lib/domain/verdict/verdict";
import type { WorkloadEntry } from "./workload-entry";

/** Provenances, in the order in which lists sort them. */
export const ORIGINS = ["auto-registered", "hand-written-checked", "hand-written", "unreadable"] as const;
export type Origin = (typeof ORIGINS)[number];

/** Which of the three shapes of entry this is (docs/istio.md#entry-shapes). Checked = claimed by istiod, or health decides about it. */
export function entryOriginOf(entry: Pick<WorkloadEntry, "unreadable" | "registrationGroup" | "controller" | "gate">): Origin {
  if (entry.unreadable !== null) return "unreadable";
  if (entry.registrationGroup !== "") return "auto-registered";
  return entry.controller !== "" || hasHealthChecks(entry.gate) ? "hand-written-checked" : "hand-written";
}

/**
 * Who keeps the connection marks of an entry: `auto` = istiod created it, `claimed` = written by hand and claimed by istiod, `unmanaged` = nobody
 * (docs/istio.md#entry-shapes).
 */
export type Management = "auto" | "claimed" | "unmanaged";

/** Tells the three apart by the marks that istiod leaves (docs/istio.md#entry-shapes). */
export function entryManagementOf(entry: Pick<WorkloadEntry, "registrationGroup" | "controller">): Management {
  if (entry.registrationGroup !== "") return "auto";
  return entry.controller !== "" ? "claimed" : "unmanaged";
}

/** What becomes of the machine of an entry that somebody deletes, worst first. */
export const DELETION_FATES = ["refused", "without-entry", "by-hand", "not-known", "registers-anew"] as const;
export type DeletionFate = (typeof DELETION_FATES)[number];

/** What the fate of a deleted entry follows from. */
export interface DeletedEntry {
  readonly origin: Origin;
  readonly connection: Connection["kind"];
  /** Is there a group of the name that its registration annotation says? Null = groups may not be seen. */
  readonly hasGroup: boolean | null;
}

/**
 * What becomes of the machine (docs/istio.md#connect): istiod makes an auto-registered entry again when the machine connects, not while it stays connected,
 * and refuses the machine where there is no such group. Nobody makes an entry again that was written by hand.
 */
export function deletionFate({ origin, connection, hasGroup }: DeletedEntry): DeletionFate {
  if (origin === "unreadable") return "not-known";
  if (origin !== "auto-registered") return "by-hand";
  if (hasGroup === false) return "refused";
  if (connection === "connected" || connection === "overdue") return "without-entry";
  return connection === "leaked" || connection === "ghost" ? "not-known" : "registers-anew";
}
