import { Kysely, PostgresDialect, sql } from "kysely";
import { Pool, types } from "pg";
import { log } from "@/lib/server/log";
import { migrate } from "./migrations";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";

const CONNECT_MS = 5_000;
/** A batch is small; a question may look at a week. What takes longer is given up, here and on the server. */
const WRITE_MS = 10_000;
const READ_MS = 20_000;
/** By their numbers in PostgreSQL's catalogue: bigint, and what a sum of bigints is. */
const WHOLE_NUMBERS = new Set([20, 1700]);

/** A server that several processes may share. Connections are made when needed, and made anew when lost. */
export function openPostgres(url: string): HistoryDatabase {
  const writers = poolOf(url, 2, WRITE_MS);
  const readers = poolOf(url, 4, READ_MS);
  const write = new Kysely<HistorySchema>({ dialect: new PostgresDialect({ pool: writers }) });
  const read = new Kysely<HistorySchema>({ dialect: new PostgresDialect({ pool: readers }) });
  return {
    engine: "postgres",
    read,
    write,
    prepare: async () => {
      await migrate(write, "postgres");
      return "";
    },
    size: async () => {
      const { rows } = await sql<{ bytes: number }>`select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname in
        ('recorder', 'watch_window', 'subject', 'series', 'shape', 'version', 'transition', 'roll_up')`.execute(read);
      return rows[0]?.bytes ?? null;
    },
    shrink: () => Promise.resolve(),
    close: async () => {
      await Promise.all([write.destroy(), read.destroy()]);
    },
  };
}

function poolOf(url: string, max: number, timeoutMs: number): Pool {
  const pool = new Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: timeoutMs,
    // The server may be gone without a word.
    query_timeout: timeoutMs + 2_000,
    idle_in_transaction_session_timeout: timeoutMs,
    keepAlive: true,
    application_name: "stolos",
    types: { getTypeParser: (oid, format) => (WHOLE_NUMBERS.has(oid) ? Number : types.getTypeParser(oid, format)) },
  });
  // Nobody listens to a connection between two statements, and what nobody listens to ends the process. Who waits for an answer is told
  // by itself. The address is never written down: it may hold a password.
  const note = (error: Error & { code?: unknown }) =>
    log("warn", "a connection to the history's database broke", { code: typeof error.code === "string" ? error.code : "" });
  pool.on("error", note);
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}
