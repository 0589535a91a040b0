import { existsSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { REQUIRED_TABLE, refuseLater } from "./later-version";
import { NOTHING, namedRows, openSqliteSession, type SqliteSession } from "./sqlite-session";
import { mendTexts } from "./sqlite-texts";
import type { ThreadReply, ThreadRequest, ThreadTask } from "./sqlite-thread";

/** The thread that owns a session: SQLite's calls wait for the disk, and nothing else may wait with them. */
const PAGE_BYTES = 4096;
const task = workerData as ThreadTask;
const lock = openLock(task.lock);
const opened = open();

parentPort?.on("message", (request: ThreadRequest) => parentPort?.postMessage(replyTo(request)));

function replyTo(request: ThreadRequest): ThreadReply {
  try {
    if (lock instanceof Error) throw lock;
    if (opened instanceof Error) throw opened;
    if (!("close" in request)) return { id: request.id, answer: opened.execute(request.statement, request.parameters) };
    opened.close();
    lock?.close();
    return { id: request.id, answer: NOTHING };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { id: request.id, failure: { message, code: typeof code === "string" ? named(code) : "SQLITE_ERROR" } };
  }
}

/** The binding has no name for some of SQLite's codes; their last byte says what they are a kind of, and 11 is a damaged file. */
function named(code: string): string {
  const number = /^UNKNOWN_SQLITE_ERROR_(\d+)$/.exec(code)?.[1];
  return number !== undefined && Number(number) % 256 === 11 ? "SQLITE_CORRUPT" : code;
}

function open(): SqliteSession | Error {
  if (lock instanceof Error) return lock;
  try {
    return task.role === "write" ? openSoundSession() : openSqliteSession(task.path, task.role);
  } catch (error) {
    lock?.close();
    return error as Error;
  }
}

/** A file that does not fit together is refused with SQLite's own code for that; it cannot tell a digit that changed within a text. */
function openSoundSession(): SqliteSession {
  refuseLaterFile();
  const session = openSqliteSession(task.path, "write");
  session.execute(`PRAGMA wal_autocheckpoint = ${Math.ceil(task.logBytes / PAGE_BYTES)}`, []);
  const problem = namedRows(session.execute("PRAGMA quick_check(1)", []))[0]?.quick_check;
  try {
    if (problem !== "ok") throw Object.assign(new Error(String(problem)), { code: "SQLITE_CORRUPT" });
    mendTexts(session);
    return session;
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Looks whether a later version has made the file its own, before it is opened in a way that may change it. */
function refuseLaterFile(): void {
  if (!existsSync(task.path)) return;
  const session = openSqliteSession(task.path, "look");
  try {
    const isThere = session.execute("select 1 from sqlite_schema where type = 'table' and name = ?", [REQUIRED_TABLE]).rows.length > 0;
    if (isThere) refuseLater(session.execute(`select name from ${REQUIRED_TABLE}`, []).rows.map(([name]) => String(name)));
  } finally {
    session.close();
  }
}

/** Held until this process is gone, however it goes: the lock is the operating system's. */
function openLock(path: string | null): SqliteSession | Error | null {
  if (path === null) return null;
  try {
    const session = openSqliteSession(path, "lock");
    session.execute("begin exclusive", []);
    return session;
  } catch (error) {
    return error as Error;
  }
}
