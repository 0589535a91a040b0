import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** One row each time that pages begin to show another learned size of a group. The version before ignores the table and computes sizes of the past. */
export function knownSizeTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      await schema
        .createTable("known_size")
        .addColumn("id", key)
        .addColumn("series_id", sql`bigint`, (column) => column.notNull())
        .addColumn("at", sql`bigint`, (column) => column.notNull())
        .addColumn("kind", text, (column) => column.notNull())
        .addColumn("size", sql`bigint`)
        .execute();
      await schema.createIndex("known_size_unique").unique().on("known_size").columns(["series_id", "at"]).execute();
    },
  };
}
