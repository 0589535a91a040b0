import { existsSync, statSync } from "node:fs";
import { openPageSums, type PageSums } from "./page-sums";
import { openSqliteSession, type SqliteSession } from "./sqlite-session";

/** How long a reader is waited for; what it still needs stays in the log until the next time. */
const READER_PATIENCE_MS = 50;
const PATIENCE_MS = 5_000;
/** What says that there is no room, or that somebody reads: everything stays in the log. */
const LATER = /^(ENOSPC|SQLITE_FULL|SQLITE_BUSY|SQLITE_LOCKED|SQLITE_IOERR)/;

/** A writing session on a file whose pages are what was written to them, or an error with the code SQLITE_CORRUPT. Folds the log in where it grew by so many bytes. */
export function openCheckedSession(path: string, foldBytes: number): SqliteSession {
  const sums = openPageSums(path);
  const isThere = existsSync(path) && statSync(path).size > 0;
  const found = isThere ? sums.verify() : "unknown";
  if (found === "damaged") throw corrupt("a page is not what was written to it");
  const session = openSqliteSession(path, "write");
  if (found === "unknown") {
    const problem = isThere ? integrityProblem(session) : null;
    if (problem !== null) {
      session.close();
      throw corrupt(problem);
    }
    sums.adopt();
  }
  let foldAt = foldBytes;
  const fold = () => {
    foldAt = foldLog(session, sums) ? foldBytes : logBytes(path) + foldBytes;
  };
  return {
    ...session,
    execute: (statement, parameters) => {
      const answer = session.execute(statement, parameters);
      if (!session.isInTransaction() && logBytes(path) >= foldAt) fold();
      return answer;
    },
    close: () => {
      fold();
      session.close();
    },
  };
}

/** Puts the log into the file; false where some of it has to stay until the next time. */
function foldLog(session: SqliteSession, sums: PageSums): boolean {
  session.execute(`PRAGMA busy_timeout = ${READER_PATIENCE_MS}`, []);
  try {
    sums.expectLog();
    const [done] = session.execute("PRAGMA wal_checkpoint(TRUNCATE)", []).rows;
    if (done?.busy !== 0) return false;
    sums.settle();
    return true;
  } catch (error) {
    if (!LATER.test(String((error as { code?: unknown }).code))) throw error;
    return false;
  } finally {
    session.execute(`PRAGMA busy_timeout = ${PATIENCE_MS}`, []);
  }
}

function integrityProblem(session: SqliteSession): string | null {
  const found = session.execute("PRAGMA integrity_check(1)", []).rows[0]?.integrity_check;
  return found === "ok" ? null : String(found);
}

function logBytes(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

function corrupt(message: string): Error {
  return Object.assign(new Error(message), { code: "SQLITE_CORRUPT" });
}
