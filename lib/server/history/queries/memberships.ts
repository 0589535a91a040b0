import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";
import { PLANNED_WORDS } from "./endings";

/** A machine that came to a group, or left it. */
export interface Membership {
  readonly id: number;
  readonly series: number;
  readonly at: number;
  /** 1 = one more, -1 = one less. */
  readonly by: 1 | -1;
  /** Why it went: a LossCause; "" where it came. */
  readonly cause: string;
}

/** Who came and who went since a moment, of those that have a number above `after`, in order of time. */
export async function membershipsSince(database: Kysely<HistorySchema>, since: number, after: number): Promise<Membership[]> {
  const rows = await database
    .selectFrom("transition")
    .select(["id", "series_id", "type", "at", "to_word"])
    .where("type", "in", ["appeared", "ended"])
    .where("at", ">=", since)
    .where("id", ">", after)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ id, series_id, type, at, to_word }) =>
    series_id === null
      ? []
      : [{ id, series: series_id, at, by: type === "appeared" ? (1 as const) : (-1 as const), cause: type === "appeared" ? "" : to_word }],
  );
}

/** How many machines each group had at a moment. */
export async function sizesAt(database: Kysely<HistorySchema>, at: number): Promise<ReadonlyMap<number, number>> {
  const counted = database
    .selectFrom("version")
    .select(["series_id", ({ fn }) => fn.countAll<number>().as("machines")])
    .where("valid_from", "<=", at)
    .where("state", ">=", 0)
    .groupBy("series_id");
  const [still, were] = await Promise.all([counted.where("valid_to", "is", null).execute(), counted.where("valid_to", ">", at).execute()]);
  const sizes = new Map<number, number>();
  for (const { series_id, machines } of [...still, ...were]) if (series_id !== null) sizes.set(series_id, (sizes.get(series_id) ?? 0) + Number(machines));
  return sizes;
}

/** The names of those that went unplanned since a moment, by the number of their end, of those above `after`. They are few: who came is not looked up. */
export async function lostNamesSince(database: Kysely<HistorySchema>, since: number, after: number): Promise<ReadonlyMap<number, string>> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(["transition.id", "subject.name"])
    .where("type", "=", "ended")
    .where("at", ">=", since)
    .where("to_word", "not in", PLANNED_WORDS)
    .where("transition.id", ">", after)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
