import { type Kysely, type Migration, sql } from "kysely";
import type { Engine } from "./engine";

/**
 * How many rows each index of a large history has, and how many share its first column, its first two, and so on: what SQLite plans by.
 * Written down rather than measured, so that a question is answered the same way whenever the tables were last counted. That most of
 * what `valid_to` is not set for is still so for is a share that an average hides.
 */
const ROWS = [
  ["version", "version_unique", "1000000 10 1"],
  ["version", "version_open", "100000 1"],
  ["version", "version_by_subject_id_valid_from", "1000000 10 1"],
  ["version", "version_by_series_id_valid_from", "1000000 1000 5"],
  ["version", "version_by_series_id_valid_to", "1000000 1000 50"],
  ["version", "version_by_valid_from", "1000000 10"],
  ["version", "version_by_valid_to", "1000000 5000"],
  ["version", "version_by_shape_id", "1000000 10"],
  ["transition", "transition_unique", "1000000 10 2 1"],
  ["transition", "transition_by_at", "1000000 10"],
  ["transition", "transition_by_type_at", "1000000 20000 10 4 2 2"],
  ["transition", "transition_by_series_id_at", "1000000 1000 5"],
  ["subject", "subject_unique", "100000 50000 25000 1"],
  ["subject", "subject_by_cluster_kind_namespace_name", "100000 50000 25000 2500 2"],
  ["series", "series_unique", "1000 500 25 1"],
  ["shape", "shape_unique", "100000 1"],
  ["roll_up", "roll_up_unique", "1000000 500000 500 1"],
  ["roll_up", "roll_up_by_series_id_tier_at", "1000000 1000 500 1"],
  ["roll_up", "roll_up_by_tier_at", "1000000 500000 100"],
] as const;

/** Counting who came and went reads an index alone; a group's machines that are still so are found at once. */
export function tuneTables(engine: Engine): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      await database.schema.createIndex("version_by_series_id_valid_to").on("version").columns(["series_id", "valid_to"]).execute();
      await database.schema.dropIndex("transition_by_type_at").execute();
      await database.schema.createIndex("transition_by_type_at").on("transition").columns(["type", "at", "series_id", "not_before", "to_word"]).execute();
      if (engine === "sqlite") await writeRows(database);
    },
  };
}

async function writeRows(database: Kysely<unknown>): Promise<void> {
  // Makes the table that is planned by, where there is none yet.
  await sql`analyze recorder`.execute(database);
  await sql`delete from sqlite_stat1`.execute(database);
  for (const [table, index, rows] of ROWS) await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${rows})`.execute(database);
}
