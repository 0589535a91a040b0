import { type Kysely, type Migration, sql } from "kysely";

/** Adds the time since which a recorder records without a pause. Null in rows of the version before: it records since its start. */
export function recorderSinceColumn(): Migration {
  return {
    up: async (database: Kysely<unknown>) => {
      await database.schema.alterTable("recorder").addColumn("recording_since", sql`bigint`).execute();
    },
  };
}
