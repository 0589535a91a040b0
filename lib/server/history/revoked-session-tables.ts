import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** One row for each session that was revoked before its end. The version before ignores the table. */
export function revokedSessionTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      await schema
        .createTable("revoked_session")
        .addColumn("id", key)
        .addColumn("session", text, (column) => column.notNull())
        .addColumn("ends_at", sql`bigint`, (column) => column.notNull())
        .execute();
      await schema.createIndex("revoked_session_unique").unique().on("revoked_session").columns(["session"]).execute();
      await schema.createIndex("revoked_session_by_end").on("revoked_session").column("ends_at").execute();
    },
  };
}
