import { type Kysely, sql } from "kysely";
import { ENDING_CAUSES, isPlannedEnd } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { GROUP_OF_TRANSITION, type Happened, transitions } from "./happened";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

/** The end of an entry, with its number among all that has a history. */
export type Ending = Happened & { readonly subject_id: number };

/** The ends of entries within a window, newest first, for whoever narrows them further. */
export function endings(database: Kysely<HistorySchema>, span: Span) {
  return transitions(database)
    .select("transition.subject_id")
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .where("type", "=", "ended")
    .where("subject.kind", "=", "entry")
    .orderBy("at", "desc")
    .orderBy("transition.id", "desc");
}

/** The newest of the ends that nobody planned, of all that is recorded. */
export function unplannedEndings(database: Kysely<HistorySchema>, span: Span, atMost: number): Promise<Ending[]> {
  return endings(database, span).where("to_word", "not in", PLANNED_WORDS).limit(atMost).execute();
}

/** The number of what was written last; 0 = nothing was. */
export async function lastNumber(database: Kysely<HistorySchema>): Promise<number> {
  const row = await database
    .selectFrom("transition")
    .select(({ fn }) => fn.max("id").as("last"))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** The ends that nobody planned among what has a number above `after`, of all that is recorded, in no order. */
export function unplannedEndingsAfter(database: Kysely<HistorySchema>, after: number): Promise<Ending[]> {
  return (
    transitions(database)
      .select("transition.subject_id")
      .where("transition.id", ">", after)
      // By number, not by type: few have such a number, and many have ended.
      .where(sql<string>`type || ''`, "=", "ended")
      .where("subject.kind", "=", "entry")
      .where("to_word", "not in", PLANNED_WORDS)
      .execute()
  );
}

/** How many ends nobody planned within a while, of those that somebody may see. */
export async function countUnplanned(database: Kysely<HistorySchema>, span: Span, scope: Scope): Promise<number> {
  const row = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("at", ">=", span.from)
    .where("at", "<=", span.to)
    .where("type", "=", "ended")
    .where("kind", "=", "entry")
    .where("to_word", "not in", PLANNED_WORDS)
    .where(inPlace("subject", "workloadentries", scope, EVERYWHERE))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

const EVERYWHERE = { clusters: [], namespaces: [] };

/** Ends of entries without a stored group within a window, with the group of their last version. */
export async function groupedLater(database: Kysely<HistorySchema>, { from, to }: Span): Promise<readonly GroupedEnd[]> {
  const rows = await database
    .selectFrom("transition")
    .select(["transition.id", "at", "to_word", GROUP_OF_TRANSITION.as("series_id")])
    .where("type", "=", "ended")
    .where("series_id", "is", null)
    .where("at", ">=", from)
    .where("at", "<=", to)
    .execute();
  return rows.flatMap(({ series_id, ...row }) => (series_id === null ? [] : [{ ...row, series_id: Number(series_id) }]));
}

interface GroupedEnd {
  readonly id: number;
  readonly at: number;
  readonly to_word: string;
  readonly series_id: number;
}

/** A word that this version of the product does not know is no plan. */
export function isPlannedWord(word: string): boolean {
  return PLANNED_WORDS.includes(word);
}

/** The causes that somebody meant. */
export const PLANNED_WORDS: string[] = ENDING_CAUSES.filter(isPlannedEnd);
