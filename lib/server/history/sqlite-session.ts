import { pathToFileURL } from "node:url";
import Database from "libsql";

/** What SQLite may be asked to hold: JSON-like scalars, as the query builder compiles them. */
type SqliteParameter = string | number | bigint | boolean | null | Uint8Array;

/** What came of a statement. Rows are values in the order of the columns: names cross a thread once, not with every row. */
export interface SqliteAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly changes: number;
  readonly lastId: number;
}

/** One connection to a SQLite file, used by one thread. Throws errors with SQLite's own `code`. */
export interface SqliteSession {
  execute(statement: string, parameters: readonly unknown[]): SqliteAnswer;
  isInTransaction(): boolean;
  close(): void;
}

/** Statements are kept ready by their text; longer ones (many rows at once) are seldom asked twice. */
const KEPT_STATEMENTS = 300;
const KEPT_TEXT_LENGTH = 8_000;
const BUSY_PATIENCE_MS = 5_000;

const DURABLE = ["journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "auto_vacuum = INCREMENTAL"];
const TUNED = ["journal_size_limit = 64000000", "cache_size = -32000", `busy_timeout = ${BUSY_PATIENCE_MS}`];

/** It gives no rows but goes on page by page: run once it stays open, and nothing can be folded in. */
const STEPWISE = /^pragma incremental_vacuum/i;

/** Opens a file, or `:memory:`. A reading session refuses to write; one that only locks waits for nobody; one that looks leaves every byte as it is. */
export function openSqliteSession(path: string, role: "write" | "read" | "lock" | "look"): SqliteSession {
  const database = new Database(role === "look" ? `${pathToFileURL(path).href}?mode=ro` : path, { timeout: role === "lock" ? 0 : BUSY_PATIENCE_MS });
  const pragma = (text: string) => void database.prepare(`PRAGMA ${text}`).all([]);
  // Vacuuming has to be chosen before the first table, and before the log.
  for (const text of role === "write" ? [...DURABLE].reverse() : []) pragma(text);
  for (const text of role === "lock" || role === "look" ? [] : TUNED) pragma(text);
  if (role === "read") pragma("query_only = ON");
  const kept = new Map<string, Prepared>();
  const prepared = (text: string) => {
    const held = kept.get(text);
    if (held !== undefined) return held;
    const statement = preparedIn(database, text);
    if (text.length <= KEPT_TEXT_LENGTH) {
      if (kept.size >= KEPT_STATEMENTS) kept.clear();
      kept.set(text, statement);
    }
    return statement;
  };
  return {
    execute: (text, parameters) => {
      if (STEPWISE.test(text)) {
        database.exec(text);
        return NOTHING;
      }
      const { statement, columns } = prepared(text);
      const bound = parameters.map(asSqlite);
      if (columns !== null) return { columns, rows: statement.all(bound) as unknown[][], changes: 0, lastId: 0 };
      const done = statement.run(bound);
      return { ...NOTHING, changes: done.changes, lastId: Number(done.lastInsertRowid) };
    },
    isInTransaction: () => database.inTransaction,
    close: () => database.close(),
  };
}

export const NOTHING: SqliteAnswer = { columns: [], rows: [], changes: 0, lastId: 0 };

/** A statement with the names of its columns; null where it gives no rows. */
interface Prepared {
  readonly statement: Database.Statement<unknown[]>;
  readonly columns: readonly string[] | null;
}

function preparedIn(database: Database.Database, text: string): Prepared {
  const statement: Database.Statement<unknown[]> = database.prepare(text);
  if (!statement.reader) return { statement, columns: null };
  return { statement: statement.raw(), columns: statement.columns().map(({ name }) => name) };
}

/** The rows of an answer by the names of their columns. */
export function namedRows({ columns, rows }: SqliteAnswer): Record<string, unknown>[] {
  return rows.map((row) => {
    const named: Record<string, unknown> = {};
    for (const [at, column] of columns.entries()) named[column] = row[at];
    return named;
  });
}

/** The binding takes every number for a real; a whole one has to be an integer, or a division would not be what PostgreSQL's is. */
function asSqlite(value: unknown): SqliteParameter {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "boolean") return value ? 1n : 0n;
  return (value ?? null) as SqliteParameter;
}
