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

/** SQLite behind one connection that all who ask take in turn. */
export function sqliteDialect(sink: StatementSink): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => turnTakingDriver(sink),
    createIntrospector: (database) => new SqliteIntrospector(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function turnTakingDriver(sink: StatementSink): Driver {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const answer = await sink.execute(sql, parameters);
      return { rows: namedRows(answer) as Row[], numAffectedRows: BigInt(answer.changes), insertId: BigInt(answer.lastId) };
    },
    streamQuery: () => {
      throw new Error("SQLite's answers are read whole.");
    },
  };
  let turn = Promise.resolve();
  let yieldTurn: () => void = () => undefined;
  const run = async (statement: string) => void (await connection.executeQuery(CompiledQuery.raw(statement)));
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const before = turn;
      let done: () => void = () => undefined;
      turn = new Promise((resolve) => {
        done = resolve;
      });
      await before;
      yieldTurn = done;
      return connection;
    },
    releaseConnection: async () => yieldTurn(),
    // Taken at once: a transaction that begins by reading could not be told to wait when it comes to write.
    beginTransaction: () => run("begin immediate"),
    commitTransaction: () => run("commit"),
    // A full disk or a damaged file has ended the transaction already; that reason is the one to hear.
    rollbackTransaction: () => run("rollback").catch(unlessEnded),
    destroy: () => Promise.resolve(),
  };
}

function unlessEnded(error: unknown): void {
  if (!(error instanceof Error) || !/no transaction is active|thread ended|not open yet/.test(error.message)) throw error;
}
