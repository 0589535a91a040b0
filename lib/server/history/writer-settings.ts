import type { HistoryDatabase } from "./open-database";
import type { QueueLimits } from "./record-queue";

export interface WriterSettings {
  readonly limits: QueueLimits;
  /** A record waits at most this long for others to share a transaction with: each transaction asks what is held first, whatever it writes. */
  readonly gatherMs: number;
  /** A transaction takes at most so many. */
  readonly batchRecords: number;
  /** How long a database that does not answer is waited for before the history pauses. */
  readonly patienceMs: number;
  readonly backoffMs: { readonly first: number; readonly most: number };
  /** How often the database is seen to be the one that was opened: a file may be deleted under its path. */
  readonly checkMs: number;
  /** Deletes what is too old, a little at a time; resolves to the milliseconds for which to leave it alone. */
  readonly tidy: ((database: HistoryDatabase, now: number) => Promise<number>) | null;
  /** The recorder's token; a random one if missing. A played past sets it, so that equal plays write equal rows. */
  readonly token?: string;
}

export const WRITER_SETTINGS: WriterSettings = {
  limits: { records: 250_000, bytes: 256_000_000 },
  gatherMs: 200,
  batchRecords: 500,
  patienceMs: 5_000,
  backoffMs: { first: 500, most: 30_000 },
  checkMs: 2_000,
  tidy: null,
};
