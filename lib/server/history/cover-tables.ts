import { type Kysely, type Migration, sql } from "kysely";
import type { Engine } from "./engine";

/** Columns of `version` by which a group's versions are found, and all else that is counted of them; as `tune-tables.ts` has it, how many rows share them. */
const COVERING = [
  [["series_id", "valid_from", "state", "serving_class"], "1000000 1000 5 3 2"],
  [["series_id", "valid_to", "valid_from", "state", "serving_class"], "1000000 1000 50 5 3 2"],
] as const;

/** A group's levels are counted from an index alone: the versions themselves are long, and lie far from each other. */
export function coverTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      for (const [columns, rows] of COVERING) {
        const before = `version_by_${columns.slice(0, 2).join("_")}`;
        const name = `version_levels_by_${columns[1]}`;
        await database.schema
          .createIndex(name)
          .on("version")
          .columns([...columns])
          .execute();
        await database.schema.dropIndex(before).execute();
        if (engine === "sqlite") await sql`update sqlite_stat1 set idx = ${name}, stat = ${rows} where idx = ${before}`.execute(database);
      }
    },
  };
}
