import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Span } from "./spans";

/** That a machine's health turned, as it was recorded. */
export interface RecordedTurn {
  readonly cluster: string;
  readonly uid: string;
  readonly at: number;
}

/** A start reads so many, the newest. */
const MOST = 100_000;

/** Every turn of a machine's health within a while, the oldest first; that a report came or went is none. */
export async function recordedTurns(database: Kysely<HistorySchema>, { from, to }: Span): Promise<readonly RecordedTurn[]> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(["subject.cluster", "subject.uid", "transition.at"])
    .where("transition.type", "=", "health")
    .where("transition.at", ">=", from)
    .where("transition.at", "<", to)
    .where("transition.from_word", "!=", "")
    .where("transition.to_word", "!=", "")
    .where("subject.kind", "=", "entry")
    .orderBy("transition.at", "desc")
    .limit(MOST)
    .execute();
  return rows.reverse();
}
