import { CompiledQuery, type DatabaseConnection, Kysely, PostgresDialect, type PostgresPool, sql } from "kysely";
import { Pool, types } from "pg";
import { log } from "@/lib/server/log";
import { WRONG_ENCODING } from "./failure";
import { judgeEndings } from "./judge-endings";
import { migrate } from "./migrations";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";

const CONNECT_MS = 5_000;
/** A batch is small; a question may look at a week. What takes longer is given up, here and on the server. */
const WRITE_MS = 10_000;
const READ_MS = 20_000;
/**
 * With its indexes, about. Counted are rows that live: a table that has shed half of them is as large on the disk as before, and would
 * be taken for too large until nothing was left.
 */
const BYTES_OF_A_ROW = [
  ["version", 700],
  ["transition", 400],
  ["roll_up", 400],
  ["shape", 900],
  ["subject", 300],
  ["series", 200],
  ["watch_window", 200],
  ["incident", 1_500],
  ["incident_member", 800],
  ["incident_version", 1_200],
  ["incident_note", 800],
] as const;
/** By their numbers in PostgreSQL's catalogue: bigint, and what a sum of bigints is. */
const WHOLE_NUMBERS = new Set([20, 1700]);

/**
 * A server that several processes may share. Connections are made when needed, and made anew when lost. `url`: its address; a function returns the address as it
 * is now.
 */
export function openPostgres(url: string | (() => string)): HistoryDatabase {
  const write = new Kysely<HistorySchema>({ dialect: dialectOf(url, 2, WRITE_MS) });
  const read = new Kysely<HistorySchema>({ dialect: dialectOf(url, 4, READ_MS) });
  return {
    engine: "postgres",
    read,
    write,
    prepare: async () => {
      await refuseEncoding(write);
      await migrate(write, "postgres");
      await judgeEndings(write);
      return "";
    },
    // A server that is another one is reached anew, and says so by itself.
    check: () => Promise.resolve(),
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select coalesce(sum(s.n_live_tup * r.column2), 0) as bytes
        from (values ${sql.join(BYTES_OF_A_ROW.map(([table, bytes]) => sql`(cast(${table} as text), cast(${bytes} as bigint))`))}) as r
        join pg_stat_user_tables s on s.relname = r.column1 and s.schemaname = current_schema()`.execute(read);
      return rows[0]?.bytes ?? null;
    },
    shrink: () => Promise.resolve(),
    close: async () => {
      await Promise.all([write.destroy(), read.destroy()]);
    },
  };
}

/** Only UTF8 stores every character that a text of the history may contain. */
async function refuseEncoding(database: Kysely<HistorySchema>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database);
  const encoding = rows[0]?.server_encoding ?? "";
  if (encoding === "UTF8") return;
  const message = `The history's database is encoded in ${encoding}. Create one with "create database NAME encoding 'UTF8' template template0", and name it in STOLOS_DATABASE_URL.`;
  throw Object.assign(new Error(message), { code: WRONG_ENCODING });
}

function dialectOf(url: string | (() => string), max: number, timeoutMs: number): PostgresDialect {
  return new PostgresDialect({
    pool: typeof url === "string" ? poolOf(url, max, timeoutMs) : changingPool(url, max, timeoutMs),
    onCreateConnection: (connection) => limit(connection, timeoutMs),
  });
}

/**
 * Sets the statement limits of a new connection with a statement. PgBouncer rejects connections with unknown startup parameters. Never rejects, because the
 * driver would not release the connection. A broken connection fails at its first statement.
 */
async function limit(connection: DatabaseConnection, timeoutMs: number): Promise<void> {
  const ms = String(timeoutMs);
  const set = "select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $1, false)";
  await connection.executeQuery(CompiledQuery.raw(set, [ms])).catch((thrown: unknown) => noteBroken(thrown as Error));
}

/** The log must not contain the address, which may contain a password. */
function noteBroken({ code }: Error & { readonly code?: unknown }): void {
  log("warn", "a connection to the history's database broke", { code: typeof code === "string" ? code : "" });
}

/** Connections to the address as it is now. After a change of it, those to the former one are closed as soon as their statements end. */
function changingPool(url: () => string, max: number, timeoutMs: number): PostgresPool {
  let address = url();
  let pool = poolOf(address, max, timeoutMs);
  const closing = new Set<Promise<void>>();
  const close = (one: Pool) => {
    const closed = one.end().finally(() => closing.delete(closed));
    closing.add(closed);
  };
  return {
    connect: () => {
      const next = url();
      if (next !== address) {
        close(pool);
        [address, pool] = [next, poolOf(next, max, timeoutMs)];
      }
      return pool.connect();
    },
    end: async () => {
      close(pool);
      await Promise.all(closing);
    },
  };
}

function poolOf(url: string, max: number, timeoutMs: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    // The server may be gone without a word.
    query_timeout: timeoutMs + 2_000,
    keepAlive: true,
    application_name: "stolos",
    types: { getTypeParser: (oid, format) => (WHOLE_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)) },
  });
  // Nobody listens to a connection between two statements, and what nobody listens to ends the process. Who waits for an answer is told
  // by itself.
  pool.on("error", noteBroken);
  pool.on("connect", (client) => client.on("error", noteBroken));
  return pool;
}
