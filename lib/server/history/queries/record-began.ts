import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";

/** A recorder that started no longer before it saw anything began the record. Milliseconds. */
const BEGINNING_MS = 60_000;

/** When the record began: with the first thing seen, or with the start of the recorder just before it. Unix milliseconds; null = nothing is recorded. */
export async function recordBegan(database: Kysely<HistorySchema>): Promise<number | null> {
  const seen = await database
    .selectFrom("watch_window")
    .select(({ fn }) => fn.min("from_at").as("since"))
    .executeTakeFirst();
  const since = seen?.since ?? null;
  if (since === null) return null;
  const started = await database
    .selectFrom("transition")
    .select(({ fn }) => fn.min("at").as("at"))
    .where("at", ">=", since - BEGINNING_MS)
    .where("at", "<=", since)
    .where("type", "=", "recorder-started")
    .executeTakeFirst();
  return started?.at ?? since;
}
