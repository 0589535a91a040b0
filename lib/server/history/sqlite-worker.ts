import { parentPort, workerData } from "node:worker_threads";
import { openCheckedSession } from "./checked-session";
import { openSqliteSession, type SqliteSession } from "./sqlite-session";
import type { ThreadReply, ThreadRequest, ThreadTask } from "./sqlite-thread";

/** The thread that owns a session: SQLite's calls wait for the disk, and nothing else may wait with them. */
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
    return { id: request.id, answer: { rows: [], changes: 0, lastId: 0 } };
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown };
    return { id: request.id, failure: { message, code: typeof code === "string" ? code : "SQLITE_ERROR" } };
  }
}

function open(): SqliteSession | Error {
  if (lock instanceof Error) return lock;
  try {
    return task.role === "write" ? openCheckedSession(task.path, task.logBytes) : openSqliteSession(task.path, task.role);
  } catch (error) {
    lock?.close();
    return error as Error;
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
