import { type Kysely, type Migration, sql } from "kysely";
import { columnTypes, type Engine } from "./engine";

/** Columns that may be null: the version before neither knows them nor writes them, and goes on beside this one. */
const ADDED = [
  ["version", "state_at", "number"],
  ["version", "state_not_before", "number"],
  ["version", "format", "number"],
  ["shape", "format", "number"],
  ["roll_up", "format", "number"],
  ["transition", "facts", "text"],
  ["watch_window", "facts", "text"],
] as const;

/** Room for when a state began, for the format of what is stored as JSON, and for causes and reasons as codes with their arguments. */
export function expandTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      const { text } = columnTypes(engine);
      for (const [table, column, holds] of ADDED)
        await database.schema
          .alterTable(table)
          .addColumn(column, holds === "number" ? sql`bigint` : text)
          .execute();
    },
  };
}
