import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Room for series that are no objects: a gauge is numbers by name, and a row each time that one of them changes. */
export function gaugeTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      const names = ["cluster", "source", "namespace", "kind", "name"];
      const gauge = schema.createTable("gauge").addColumn("id", key);
      await names.reduce((built, name) => built.addColumn(name, text, (column) => column.notNull()), gauge).execute();
      await schema.createIndex("gauge_unique").unique().on("gauge").columns(names).execute();
      await schema
        .createTable("gauge_value")
        .addColumn("id", key)
        .addColumn("gauge_id", sql`bigint`, (column) => column.notNull().references("gauge.id"))
        .addColumn("at", sql`bigint`, (column) => column.notNull())
        .addColumn("not_before", sql`bigint`)
        .addColumn("numbers", text, (column) => column.notNull())
        .execute();
      await schema.createIndex("gauge_value_unique").unique().on("gauge_value").columns(["gauge_id", "at"]).execute();
      await schema.createIndex("gauge_value_by_at").on("gauge_value").column("at").execute();
    },
  };
}
