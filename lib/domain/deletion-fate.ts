import type { Origin } from "./origin-of";
import type { Connection } from "./verdict";

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
