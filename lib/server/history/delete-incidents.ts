import { type Kysely, sql } from "kysely";
import type { HistorySchema } from "./schema";

type Tables = Kysely<HistorySchema>;

/** Rows of members at a time, and incidents that expire at a time. */
const ROWS_AT_ONCE = 500;
const INCIDENTS_AT_ONCE = 50;

/**
 * Deletes incidents that were over before a moment, in milliseconds, with their members, versions and notes. An incident of many machines takes several calls;
 * no query shows it any more after the first. Open incidents stay. Resolves to the number of rows.
 */
export async function deleteIncidents(tables: Tables, cutoff: number): Promise<number> {
  // The address of a merged incident works as long as the older one is stored.
  const isFree = sql<boolean>`(merged_into is null or not exists (select 1 from incident as older where older.incident_key = incident.merged_into))`;
  const expired = await tables
    .updateTable("incident")
    .set({ is_expired: 1 })
    .where("id", "in", (from) =>
      from
        .selectFrom("incident")
        .select("id")
        .where("state", "=", "over")
        .where("ended_at", "<", cutoff)
        .where("is_expired", "=", 0)
        .where(isFree)
        .orderBy("ended_at")
        .limit(INCIDENTS_AT_ONCE),
    )
    .returning("id")
    .execute();
  const isExpired = (from: Tables) => from.selectFrom("incident").select("incident.id").where("is_expired", "=", 1);
  const members = await tables
    .deleteFrom("incident_member")
    .where("id", "in", (from) => from.selectFrom("incident_member").select("id").where("incident_id", "in", isExpired(tables)).limit(ROWS_AT_ONCE))
    .returning("id")
    .execute();
  if (members.length === ROWS_AT_ONCE) return expired.length + members.length;
  const ids = (await isExpired(tables).execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  for (const table of ["incident_note", "incident_version"] as const) await tables.deleteFrom(table).where("incident_id", "in", ids).execute();
  await tables.deleteFrom("incident").where("id", "in", ids).execute();
  return expired.length + members.length + ids.length;
}

/** The moment before which the oldest incidents that are over ended; 0 = none is over. */
export async function oldestIncidents({ read }: { readonly read: Tables }): Promise<number> {
  const row = await read
    .selectFrom("incident")
    .select("ended_at")
    .where("state", "=", "over")
    .where("is_expired", "=", 0)
    .orderBy("ended_at")
    .limit(INCIDENTS_AT_ONCE)
    .execute();
  return (row.at(-1)?.ended_at ?? -1) + 1;
}
