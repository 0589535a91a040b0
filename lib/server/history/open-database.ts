import { join } from "node:path";
import type { Kysely } from "kysely";
import type { Engine } from "./engine";
import { openPostgres } from "./postgres-database";
import type { HistorySchema } from "./schema";
import { openSqliteFile } from "./sqlite-database";

/** Where the history is kept: `url` of a PostgreSQL server (a function returns it as it is now), else a file in `folder`. */
export interface DatabaseSettings {
  readonly url: string | (() => string) | null;
  readonly folder: string;
  /** The file that the database's threads run; bundled by the build. */
  readonly workerFile?: string;
  /** The log is folded into the file when it is so long. */
  readonly logBytes?: number;
}

const LOG_BYTES = 8_000_000;

/** The history's tables. Reading never waits for writing. */
export interface HistoryDatabase {
  readonly engine: Engine;
  readonly read: Kysely<HistorySchema>;
  readonly write: Kysely<HistorySchema>;
  /**
   * Opens the file or reaches the server, and brings the tables up to date. Resolves to what has to be said about it ("" = nothing),
   * rejects while it cannot, and may then be called again. Before it has resolved once, nothing can be read or written.
   */
  prepare(): Promise<string>;
  /** Rejects where what was opened is no longer what stands in its place: what is written to it would be lost with this process. */
  check(): Promise<void>;
  /** Bytes on disk; null where the server does not say. */
  size(): Promise<number | null>;
  /** Gives pages of deleted rows back, a few at a time. Does nothing where the server does so itself. */
  shrink(): Promise<void>;
  close(): Promise<void>;
}

/** Nothing is opened or reached yet: that is `prepare`, which whoever writes calls until it succeeds. */
export function openDatabase(settings: DatabaseSettings): Promise<HistoryDatabase> {
  const workerFile = settings.workerFile ?? join(process.cwd(), ".stolos", "history-worker.mjs");
  return Promise.resolve(
    settings.url === null ? openSqliteFile({ folder: settings.folder, workerFile, logBytes: settings.logBytes ?? LOG_BYTES }) : openPostgres(settings.url),
  );
}
