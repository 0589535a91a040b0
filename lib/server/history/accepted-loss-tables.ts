import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

const TEXTS = ["cluster", "namespace", "group_name", "name", "who"];

/** One row for each loss that a user accepted. The version before ignores the table: for it the loss still counts. */
export function acceptedLossTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text, key } = columnTypes(engine);
      const { schema } = database;
      const table = schema
        .createTable("accepted_loss")
        .addColumn("id", key)
        .addColumn("lost_at", sql`bigint`, (column) => column.notNull())
        .addColumn("at", sql`bigint`, (column) => column.notNull())
        .addColumn("undone_at", sql`bigint`)
        .addColumn("undone_by", text)
        .addColumn("superseded_at", sql`bigint`);
      await TEXTS.reduce((built, name) => built.addColumn(name, text, (column) => column.notNull()), table).execute();
      // If two servers accept one loss at the same time, one of them fails.
      await schema
        .createIndex("accepted_loss_unique")
        .unique()
        .on("accepted_loss")
        .columns(["cluster", "namespace", "group_name", "name", "lost_at"])
        .where(sql.ref("undone_at"), "is", null)
        .execute();
    },
  };
}
