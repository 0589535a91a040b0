import { formatMoment } from "@/lib/contract/url/history-window";
import { Refusal } from "@/lib/server/http/problem";
import { readFailure } from "./failure";
import type { HistoryStatus } from "./history-record";
import { TookTooLong } from "./sqlite-dialect";

/** A moment before anything was recorded, in words. Unix milliseconds; `since` null = nothing is recorded. */
export function beforeRecord(at: number, since: number | null): string {
  return since === null ? "Nothing is recorded yet." : `${formatMoment(at)} is before the record, which begins at ${formatMoment(since)}.`;
}

/** Given up by us, or by PostgreSQL (57014, query_canceled). */
export function isTookTooLong(error: unknown): boolean {
  return error instanceof TookTooLong || (error instanceof Error && "code" in error && error.code === "57014");
}

/** A question that was given up. */
export function tookTooLong(cause: unknown): Refusal {
  const wayOut = "The history did not answer in time. Ask for a shorter window, or for fewer groups.";
  return new Refusal(503, "Took too long", wayOut, undefined, { cause });
}

/** SQLSTATE classes 53, 55, 57, 58 and XX (resources, server state, operator, system), and SQLite's own faults. */
const OF_THE_DATABASE = /^((53|55|57|58|XX)[0-9A-Z]{3}|SQLITE_(NOMEM|PERM|INTERRUPT|PROTOCOL))/;

/** Returns the refusal for a read that the database cannot answer now, with the reason. Null when the query may be at fault. */
export function notAnswered(cause: unknown): Refusal | null {
  const { remedy, reason } = readFailure(cause);
  const code = cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "";
  if (remedy === "set-aside" || (remedy === "unknown" && !OF_THE_DATABASE.test(code))) return null;
  return new Refusal(503, "No history now", `${reason}. Ask again in a moment.`, undefined, { cause });
}

/** A history that cannot be asked now, or at all. */
export function notThere(status: HistoryStatus): Refusal {
  if (status.kind === "off") return new Refusal(503, "No history", status.reason || "This server keeps no history.");
  const reason = status.kind === "recording" ? "" : status.reason;
  return new Refusal(503, "No history now", reason || "The history is being opened; ask again in a moment.");
}
