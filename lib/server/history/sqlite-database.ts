import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { judgeEndings } from "./judge-endings";
import { migrate } from "./migrations";
import type { DatabaseSettings, HistoryDatabase } from "./open-database";
import { type FileNumber, fileNumber, firstChanged, isCutOff } from "./same-file";
import type { HistorySchema } from "./schema";
import { type StatementSink, sqliteDialect } from "./sqlite-dialect";
import { SqliteError, type SqliteThread, startSqliteThread, type ThreadTask } from "./sqlite-thread";

/** The file, and what SQLite keeps beside it. */
const FILE = "history.db";
const BESIDE = ["", "-wal", "-shm"];
/** What says that the file is not what it was, rather than that the disk will not take more. */
const CORRUPT = /^SQLITE_(CORRUPT|NOTADB)/;
/** The same errors while the file is open, and a page that is missing from the file. */
const DAMAGED = /^SQLITE_(CORRUPT|NOTADB|IOERR_SHORT_READ)/;
/** Further checks of a file that appears cut off. */
const LOOKS = 3;
const PAGES_AT_ONCE = 200;

/** Which thread: two read, so that a question that takes its time holds up no other. */
type Role = "write" | "read" | "more";
/** What takes longer is given up. */
const READ_MS = 20_000;

/** The threads of one file. None runs before the file is opened. */
class Threads {
  /** The damage that SQLite reported for the open file. */
  damage: SqliteError | null = null;
  readonly #running = new Map<Role, SqliteThread>();

  async start(role: Role, file: string, task: ThreadTask): Promise<void> {
    this.#running.set(role, await startSqliteThread(file, task));
  }

  sink(role: Role): StatementSink {
    return {
      execute: async (statement, parameters) => {
        const thread = this.#running.get(role);
        if (thread === undefined) throw new SqliteError("The history is not open yet.", "NOT_OPEN");
        try {
          return await thread.execute(statement, parameters);
        } catch (error) {
          if (this.#running.get(role) === thread && error instanceof SqliteError && DAMAGED.test(error.code)) this.damage ??= error;
          throw error;
        }
      },
    };
  }

  /** Ends the threads. The writing thread comes last, because it folds its log into the file. */
  async end(): Promise<void> {
    const running = [...this.#running.values()].reverse();
    this.#running.clear();
    this.damage = null;
    for (const thread of running) await thread.close();
  }
}

/** A file of this process alone: one thread writes, two read. A file that cannot be trusted is set aside and a fresh one begun. */
export function openSqliteFile({ folder, workerFile, logBytes }: Required<Omit<DatabaseSettings, "url">>): HistoryDatabase {
  const path = join(folder, FILE);
  const lock = join(folder, "history.lock");
  const threads = new Threads();
  const write = new Kysely<HistorySchema>({ dialect: sqliteDialect([threads.sink("write")]) });
  const read = new Kysely<HistorySchema>({ dialect: sqliteDialect([threads.sink("read"), threads.sink("more")], READ_MS) });
  /** What was opened: the file, its log, and the lock. Empty while nothing is open. */
  let opened: readonly FileNumber[] = [];
  /** What was opened is no longer there, and nothing has been opened since. */
  let isLost = false;
  const begin = async () => {
    await threads.start("write", workerFile, { path, role: "write", lock, logBytes });
    await migrate(write, "sqlite");
    await judgeEndings(write);
    for (const role of ["read", "more"] as const) await threads.start(role, workerFile, { path, role: "read", lock: null, logBytes });
    opened = await Promise.all([path, `${path}-wal`, lock].map(fileNumber));
  };
  const beginAnew = async ({ message }: SqliteError) => {
    const aside = setAside(path);
    await begin();
    return `The history's file was damaged and is set aside as ${aside}; a new one was begun. (${message})`;
  };
  return {
    engine: "sqlite",
    read,
    write,
    check: async () => {
      const changed = await firstChanged(opened);
      if (changed !== null) throw new SqliteError(`${changed.path} was deleted or replaced.`, "FILE_GONE");
      for (let look = 0; threads.damage === null && (await isCutOff(path)); look++) {
        if (look === LOOKS) threads.damage = new SqliteError(`${path} was cut off.`, "SQLITE_CORRUPT");
        // The writing thread may be folding its log into the file at this moment.
        else await threads.sink("write").execute("select 1", []);
      }
      if (threads.damage !== null) throw threads.damage;
    },
    prepare: async () => {
      isLost ||= (await firstChanged(opened)) !== null;
      // A file that was deleted or replaced cannot be set aside.
      const found = isLost ? null : threads.damage;
      opened = [];
      await threads.end();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      if (found !== null) return beginAnew(found);
      const isFresh = !existsSync(path);
      try {
        await begin();
        const notice = isLost ? lostNotice(isFresh) : "";
        isLost = false;
        return notice;
      } catch (error) {
        await threads.end();
        if (!(error instanceof SqliteError) || !CORRUPT.test(error.code)) throw error;
        return beginAnew(error);
      }
    },
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(read);
      return rows[0]?.bytes ?? null;
    },
    shrink: async () => void (await sql.raw(`pragma incremental_vacuum(${PAGES_AT_ONCE})`).execute(write)),
    close: async () => {
      await threads.end();
      await Promise.all([write.destroy(), read.destroy()]);
    },
  };
}

function lostNotice(isFresh: boolean): string {
  const what = "The history's file was deleted or replaced while it was written to";
  return isFresh ? `${what}: what was recorded until then is gone, and a new file was begun.` : `${what}: the record goes on in the file that is there now.`;
}

/** Renames the file and what is beside it; the new name says when. */
function setAside(path: string): string {
  const aside = `${path}.corrupt-${new Date().toISOString().replaceAll(":", "")}`;
  for (const suffix of BESIDE) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}
