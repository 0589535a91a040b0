import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** So many numbers are named in a statement; beyond, all are read. */
const MOST_NAMED = 500;

/** The first recorded moment of each entry, or of each group and its machines. Milliseconds. */
export async function firstVersions(database: Kysely<HistorySchema>, of: "subject" | "series", ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom(of)
    .select([
      "id",
      ({ selectFrom }) => selectFrom("version").select("valid_from").whereRef(`version.${of}_id`, "=", `${of}.id`).orderBy("valid_from").limit(1).as("begin"),
    ])
    .$if(ids.length <= MOST_NAMED, (query) => query.where("id", "in", [...ids]))
    .execute();
  return new Map(rows.flatMap(({ id, begin }) => (begin === null ? [] : [[id, begin]])));
}
