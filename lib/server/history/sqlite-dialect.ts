import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { namedRows, type SqliteAnswer } from "./sqlite-session";

/** Where compiled statements go: a thread, or a session in this one. */
export interface StatementSink {
  execute(statement: string, parameters: readonly unknown[]): SqliteAnswer | Promise<SqliteAnswer>;
}

/** What took longer than it may. The database goes on with it; nobody waits for it any more. */
export class TookTooLong extends Error {
  override readonly name = "TookTooLong";
}

/** SQLite behind as many connections as there are sinks, which all who ask take in turn. `limitMs`: so long an answer is waited for. */
export function sqliteDialect(sinks: readonly StatementSink[], limitMs: number | null = null): Dialect {
  return {
    createAdapter: () => new AtomicAdapter(),
    createDriver: () => turnTakingDriver(sinks, limitMs),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** SQLite takes back changes of tables like any other: a process that is killed while it makes them leaves none of them. */
class AtomicAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** A connection that knows when its thread is through with what it was asked last, waited for or not. */
interface SinkConnection extends DatabaseConnection {
  idle(): Promise<unknown>;
}

function connectionTo(sink: StatementSink, limitMs: number | null): SinkConnection {
  let last: Promise<unknown> = Promise.resolve();
  return {
    idle: () => last,
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const asked = (async () => sink.execute(sql, parameters))();
      last = asked.catch(() => undefined);
      const answer = await (limitMs === null ? asked : within(asked, limitMs));
      return { rows: namedRows(answer) as Row[], numAffectedRows: BigInt(answer.changes), insertId: BigInt(answer.lastId) };
    },
    streamQuery: () => {
      throw new Error("SQLite's answers are read whole.");
    },
  };
}

function within<Answer>(asked: Promise<Answer>, limitMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TookTooLong(`There was no answer within ${limitMs / 1_000} s.`)), limitMs);
    asked.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function turnTakingDriver(sinks: readonly StatementSink[], limitMs: number | null): Driver {
  const free = sinks.map((sink) => connectionTo(sink, limitMs));
  const waiting: ((connection: SinkConnection) => void)[] = [];
  const run = async (connection: DatabaseConnection, statement: string) => void (await connection.executeQuery(CompiledQuery.raw(statement)));
  const give = (connection: SinkConnection) => {
    const next = waiting.shift();
    if (next === undefined) free.push(connection);
    else next(connection);
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => {
      const idle = free.shift();
      return idle === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(idle);
    },
    // A thread that is still at it takes nothing new: whoever asks next asks another.
    releaseConnection: async (connection) => void (connection as SinkConnection).idle().then(() => give(connection as SinkConnection)),
    // Taken at once: a transaction that begins by reading could not be told to wait when it comes to write.
    beginTransaction: (connection) => run(connection, "begin immediate"),
    commitTransaction: (connection) => run(connection, "commit"),
    // A full disk or a damaged file has ended the transaction already; that reason is the one to hear.
    rollbackTransaction: (connection) => run(connection, "rollback").catch(unlessEnded),
    destroy: () => Promise.resolve(),
  };
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Error) || !/no transaction is active|thread ended|not open yet/.test(error.message)) throw error;
}
