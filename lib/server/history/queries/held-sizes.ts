import type { Kysely } from "kysely";
import { levelBeforeLosses } from "@/lib/domain/history/level-before-losses";
import type { Scope } from "@/lib/domain/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { SizeStep } from "./band-points";
import { groupedLater, isPlannedWord, PLANNED_WORDS } from "./endings";
import type { LevelStep } from "./levels";
import { type PickedMachines, type Series, seriesNumbers } from "./series-in-sight";
import type { Span } from "./spans";

/** When machines went as somebody meant them to, by group, in order of time. */
export async function plannedEndingsIn(
  database: Kysely<HistorySchema>,
  picked: PickedMachines,
  span: Span,
  scope: Scope,
  series: readonly Series[],
): Promise<ReadonlyMap<number, number[]>> {
  const rows = await database
    .selectFrom("transition")
    .select(["series_id", "at"])
    .where("type", "=", "ended")
    .where("at", ">", span.from)
    .where("at", "<=", span.to)
    .where("to_word", "in", PLANNED_WORDS)
    .where("series_id", "in", seriesNumbers(database, picked, scope))
    .orderBy("at")
    .execute();
  const found = new Map<number, number[]>();
  const wanted = new Set(series.map(({ id }) => id));
  const later = (await groupedLater(database, span)).filter(({ series_id, to_word, at }) => at > span.from && wanted.has(series_id) && isPlannedWord(to_word));
  const all = later.length === 0 ? rows : [...rows, ...later].sort((one, other) => one.at - other.at);
  for (const { series_id, at } of all) if (series_id !== null) found.set(series_id, [...(found.get(series_id) ?? []), at]);
  return found;
}

/** The sizes that make up the total of each group: of a group without a size those with its losses, if the history shows any. */
export function sizesOfTotals(
  held: ReadonlyMap<number, readonly SizeStep[]>,
  sizes: ReadonlyMap<number, readonly SizeStep[]>,
): ReadonlyMap<number, readonly SizeStep[]> {
  const withLosses = [...sizes].filter(([, steps]) => steps.some(({ lost = 0 }) => lost > 0));
  return new Map([...held, ...withLosses]);
}

/** What every group is held to over time: its expected size, and (`held`) where nobody ever knew one in the window, the level before its losses. */
export function sizesHeldTo(
  levels: ReadonlyMap<number, readonly LevelStep[]>,
  sizes: ReadonlyMap<number, readonly SizeStep[]>,
  planned: ReadonlyMap<number, readonly number[]>,
  stepMs: number,
): { readonly bySeries: ReadonlyMap<number, readonly SizeStep[]>; readonly held: ReadonlySet<number> } {
  const bySeries = new Map(sizes);
  const held = new Set<number>();
  for (const [series, steps] of levels) {
    if ((sizes.get(series) ?? []).some(({ size }) => size !== null)) continue;
    held.add(series);
    bySeries.set(series, levelBeforeLosses(steps, planned.get(series) ?? [], stepMs));
  }
  return { bySeries, held };
}
