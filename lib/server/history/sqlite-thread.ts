import { Worker } from "node:worker_threads";
import type { StatementSink } from "./sqlite-dialect";
import type { SqliteAnswer } from "./sqlite-session";

/** What a thread is told when it starts. `lock` is the file that one process at a time may hold. */
export interface ThreadTask {
  readonly path: string;
  readonly role: "write" | "read";
  readonly lock: string | null;
  readonly logBytes: number;
}

export type ThreadRequest =
  | { readonly id: number; readonly statement: string; readonly parameters: readonly unknown[] }
  | { readonly id: number; readonly close: true };
export type ThreadReply =
  | { readonly id: number; readonly answer: SqliteAnswer }
  | { readonly id: number; readonly failure: { readonly message: string; readonly code: string } };

/** A statement that SQLite refused. `code` is SQLite's own (`SQLITE_FULL`), or `THREAD_ENDED`. */
export class SqliteError extends Error {
  override readonly name = "SqliteError";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** A thread that holds one session. */
export interface SqliteThread extends StatementSink {
  execute(statement: string, parameters: readonly unknown[]): Promise<SqliteAnswer>;
  /** Closes the session, which folds the log into the file, and ends the thread. */
  close(): Promise<void>;
}

/** Starts a thread; resolves once its session is open, rejects with SQLite's reason where it cannot be. */
export async function startSqliteThread(file: string, task: ThreadTask): Promise<SqliteThread> {
  const worker = new Worker(file, { workerData: task, name: `history ${task.role}` });
  const waiting = new Map<number, { resolve(answer: SqliteAnswer): void; reject(error: Error): void }>();
  let nextId = 0;
  let ended: SqliteError | null = null;
  const end = (message: string) => {
    ended ??= new SqliteError(message, "THREAD_ENDED");
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  const settle = (reply: ThreadReply) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ("answer" in reply) asked?.resolve(reply.answer);
    else asked?.reject(new SqliteError(reply.failure.message, reply.failure.code));
  };
  // Node reads up to 1,000 messages of a port before it serves a socket or timer. A reader that requests many slices in a row would block the process
  // until its last slice, so each answer to a reader gets a separate turn of the event loop.
  worker.on("message", (reply: ThreadReply) => (task.role === "read" ? void setImmediate(settle, reply) : settle(reply)));
  worker.on("error", (error) => end(error.message));
  worker.on("exit", (code) => end(`The history's thread ended with ${code}.`));
  const ask = (request: (id: number) => ThreadRequest) =>
    new Promise<SqliteAnswer>((resolve, reject) => {
      if (ended !== null) return reject(ended);
      const id = nextId++;
      waiting.set(id, { resolve, reject });
      worker.postMessage(request(id));
    });
  const thread: SqliteThread = {
    execute: (statement, parameters) => ask((id) => ({ id, statement, parameters })),
    close: async () => {
      await ask((id) => ({ id, close: true })).catch(ignoreEnded);
      await worker.terminate();
    },
  };
  await thread.execute("select 1", []).catch(async (error: unknown) => {
    await worker.terminate();
    throw error;
  });
  return thread;
}

function ignoreEnded(error: unknown): void {
  if (!(error instanceof SqliteError)) throw error;
}
