import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

const NUMBERS = ["at", "least_at", "least_serving", "last_at"];

/** Room for what gauges were in each minute and each hour in which they changed. */
export function gaugeRollUpTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const number = engine === "sqlite" ? sql`real` : sql`double precision`;
      const { schema } = database;
      const table = schema
        .createTable("gauge_roll_up")
        .addColumn("id", key)
        .addColumn("gauge_id", sql`bigint`, (column) => column.notNull().references("gauge.id"))
        .addColumn("tier", text, (column) => column.notNull())
        .addColumn("least", text, (column) => column.notNull())
        .addColumn("last", text, (column) => column.notNull());
      // How much serves may be a fraction; moments are whole.
      const typed = (name: string) => (name === "least_serving" ? number : sql`bigint`);
      await NUMBERS.reduce((built, name) => built.addColumn(name, typed(name), (column) => column.notNull()), table).execute();
      await schema.createIndex("gauge_roll_up_unique").unique().on("gauge_roll_up").columns(["gauge_id", "tier", "at"]).execute();
      await schema.createIndex("gauge_roll_up_by_at").on("gauge_roll_up").column("at").execute();
    },
  };
}
