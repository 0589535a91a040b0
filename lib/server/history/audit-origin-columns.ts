import { type Kysely, type Migration, sql } from "kysely";
import type { Engine } from "./engine";

/** Room for where a command came from: which session, which address, which request. The version before leaves these empty. */
export function auditOriginColumns(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const text = engine === "sqlite" ? sql`text` : sql`text collate "C"`;
      for (const name of ["session", "source_address", "request_id"]) await database.schema.alterTable("audit").addColumn(name, text).execute();
    },
  };
}
