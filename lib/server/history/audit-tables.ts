import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

const TEXTS = ["line_key", "who", "command", "verb", "resource", "seen_with", "cluster", "namespace", "name", "mode", "fields", "result", "audit_id"];

/** Room for the commands that were given: a row each. */
export function auditTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      const table = schema
        .createTable("audit")
        .addColumn("id", key)
        .addColumn("at", sql`bigint`, (column) => column.notNull());
      await TEXTS.reduce((built, name) => built.addColumn(name, text, (column) => column.notNull()), table).execute();
      await schema.createIndex("audit_unique").unique().on("audit").columns(["line_key"]).execute();
      await schema.createIndex("audit_by_at").on("audit").column("at").execute();
    },
  };
}
