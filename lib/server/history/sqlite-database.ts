import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { judgeEndings } from "./judge-endings";
import { migrate } from "./migrations";
import type { DatabaseSettings, HistoryDatabase } from "./open-database";
import { type FileNumber, fileNumber, firstChanged } from "./same-file";
import type { HistorySchema } from "./schema";
import { type StatementSink, sqliteDialect } from "./sqlite-dialect";
import { SqliteError, type SqliteThread, startSqliteThread } from "./sqlite-thread";

/** The file, and what SQLite keeps beside it. */
const FILE = "history.db";
const BESIDE = ["", "-wal", "-shm"];
/** What says that the file is not what it was, rather than that the disk will not take more. */
const CORRUPT = /^SQLITE_(CORRUPT|NOTADB)/;
const PAGES_AT_ONCE = 200;

/** Which thread: two read, so that a question that takes its time holds up no other. */
type Role = "write" | "read" | "more";
/** What takes longer is given up. */
const READ_MS = 20_000;

/** A file of this process alone: one thread writes, two read. A file that cannot be trusted is set aside and a fresh one begun. */
export function openSqliteFile({ folder, workerFile, logBytes }: Required<Omit<DatabaseSettings, "url">>): HistoryDatabase {
  const path = join(folder, FILE);
  const lock = join(folder, "history.lock");
  const threads: Record<Role, SqliteThread | null> = { write: null, read: null, more: null };
  const sinkOf = (role: Role): StatementSink => ({
    execute: (statement, parameters) =>
      threads[role]?.execute(statement, parameters) ?? Promise.reject(new SqliteError("The history is not open yet.", "NOT_OPEN")),
  });
  const write = new Kysely<HistorySchema>({ dialect: sqliteDialect([sinkOf("write")]) });
  const read = new Kysely<HistorySchema>({ dialect: sqliteDialect([sinkOf("read"), sinkOf("more")], READ_MS) });
  /** What was opened: the file, its log, and the lock. Empty while nothing is open. */
  let opened: readonly FileNumber[] = [];
  /** What was opened is no longer there, and nothing has been opened since. */
  let isLost = false;
  const end = async () => {
    const running = [threads.more, threads.read, threads.write];
    for (const role of ["more", "read", "write"] as const) threads[role] = null;
    for (const thread of running) await thread?.close();
  };
  const begin = async () => {
    threads.write = await startSqliteThread(workerFile, { path, role: "write", lock, logBytes });
    await migrate(write, "sqlite");
    await judgeEndings(write);
    for (const role of ["read", "more"] as const) threads[role] = await startSqliteThread(workerFile, { path, role: "read", lock: null, logBytes });
    opened = await Promise.all([path, `${path}-wal`, lock].map(fileNumber));
  };
  return {
    engine: "sqlite",
    read,
    write,
    check: async () => {
      const changed = await firstChanged(opened);
      if (changed !== null) throw new SqliteError(`${changed.path} was deleted or replaced.`, "FILE_GONE");
    },
    prepare: async () => {
      isLost ||= (await firstChanged(opened)) !== null;
      opened = [];
      await end();
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const isFresh = !existsSync(path);
      try {
        await begin();
        const notice = isLost ? lostNotice(isFresh) : "";
        isLost = false;
        return notice;
      } catch (error) {
        await end();
        if (!(error instanceof SqliteError) || !CORRUPT.test(error.code)) throw error;
        const aside = setAside(path);
        await begin();
        return `The history's file was damaged and is set aside as ${aside}; a new one was begun. (${error.message})`;
      }
    },
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`.execute(read);
      return rows[0]?.bytes ?? null;
    },
    shrink: async () => void (await sql.raw(`pragma incremental_vacuum(${PAGES_AT_ONCE})`).execute(write)),
    close: async () => {
      await end();
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
