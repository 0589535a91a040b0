import type { Kysely, Migration } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Room for where a command came from: which session, which address, which request. The version before leaves these empty. */
export function auditOriginColumns(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text } = columnTypes(engine);
      for (const name of ["session", "source_address", "request_id"]) await database.schema.alterTable("audit").addColumn(name, text).execute();
    },
  };
}
