import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Room for more of a command: which object it was of, and of a token for which group and until when. The version before leaves these empty. */
export function auditFactColumns(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text } = columnTypes(engine);
      const { schema } = database;
      await schema.alterTable("audit").addColumn("object_uid", text).execute();
      await schema.alterTable("audit").addColumn("token_group", text).execute();
      await schema.alterTable("audit").addColumn("token_ends", sql`bigint`).execute();
      await schema.createIndex("audit_by_token_group").on("audit").columns(["token_group", "at"]).execute();
    },
  };
}
