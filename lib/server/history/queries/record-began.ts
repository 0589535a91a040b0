import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** A recorder that started no longer before it saw anything began the record. Milliseconds. */
const BEGINNING_MS = 60_000;

/** When anything was seen first. Unix milliseconds; null = nothing is recorded. */
export async function recordedSince(database: Kysely<HistorySchema>): Promise<number | null> {
  const seen = await database
    .selectFrom("watch_window")
    .select(({ fn }) => fn.min("from_at").as("since"))
    .executeTakeFirst();
  return seen?.since ?? null;
}

/** Of a log from the record's beginning: the moment from which it has lines, for the start of the recorder comes before the first thing seen. Unix milliseconds. */
export async function logBegins(database: Kysely<HistorySchema>, from: number): Promise<number> {
  if (from !== (await recordedSince(database))) return from;
  const started = await database
    .selectFrom("transition")
    .select(({ fn }) => fn.min("at").as("at"))
    .where("at", ">=", from - BEGINNING_MS)
    .where("at", "<=", from)
    .where("type", "=", "recorder-started")
    .executeTakeFirst();
  return started?.at ?? from;
}
