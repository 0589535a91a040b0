import { Kysely } from "kysely";
import { migrate } from "./migrations";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";
import { sqliteDialect } from "./sqlite-dialect";
import { openSqliteSession } from "./sqlite-session";

/** A history that lives in this thread's memory, ready to use: for tests. */
export async function openMemoryDatabase(): Promise<HistoryDatabase> {
  const session = openSqliteSession(":memory:", "write");
  const tables = new Kysely<HistorySchema>({ dialect: sqliteDialect([session]) });
  await migrate(tables, "sqlite");
  return {
    engine: "sqlite",
    read: tables,
    write: tables,
    prepare: () => Promise.resolve(""),
    check: () => Promise.resolve(),
    size: () => Promise.resolve(0),
    shrink: () => Promise.resolve(),
    close: async () => {
      await tables.destroy();
      session.close();
    },
  };
}
