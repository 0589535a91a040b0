import type { Kysely } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { LevelStep } from "./levels";
import { BUCKET_MS, rollUpLevels } from "./roll-up-levels";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";
import { versionLevels } from "./version-levels";

/** Windows up to this long are drawn from versions, up to the next from minutes, longer ones from hours. */
const VERSIONS_UP_TO_MS = 3_600_000;
const MINUTES_UP_TO_MS = 2 * 86_400_000;
/** Changes are told apart as if the picture were at least so wide: what lasts a few seconds is not lost in a small one. Pixels. */
const LEAST_WIDTH = 800;
/** So many buckets of minutes are added up; a fleet with more is drawn from hours. */
const MOST_MINUTES = 250_000;

/** Levels of a window (`seen` = as far as it is recorded) from the finest record that its length affords. */
export async function levelsIn(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  seen: Span,
  span: Span,
  width: number,
): Promise<Map<number, LevelStep[]>> {
  const length = span.to - span.from;
  if (length <= VERSIONS_UP_TO_MS) return versionLevels(database, series, seen, Math.max(1, Math.floor(length / Math.max(width, LEAST_WIDTH) / 4)));
  const tier = length <= MINUTES_UP_TO_MS && (await minutesIn(database, seen)) <= MOST_MINUTES ? "minute" : "hour";
  const levels = await rollUpLevels(database, series, seen, tier);
  return withNewest(levels, await versionLevels(database, series, newestOf(seen, tier), BUCKET_MS.minute / 6), newestOf(seen, tier).from);
}

/** The bucket that is not summed up yet is drawn from versions. */
function newestOf({ from, to }: Span, tier: "minute" | "hour"): Span {
  return { from: Math.max(from, Math.floor(to / BUCKET_MS[tier]) * BUCKET_MS[tier] - BUCKET_MS[tier]), to };
}

function withNewest(levels: Map<number, LevelStep[]>, newest: ReadonlyMap<number, readonly LevelStep[]>, from: number): Map<number, LevelStep[]> {
  for (const series of new Set([...levels.keys(), ...newest.keys()])) {
    const older = (levels.get(series) ?? []).filter(({ at }) => at < from);
    const own = newest.get(series) ?? [];
    // A group without a version in the newest bucket has no machine left in it.
    const gone = own[0]?.at !== from && older.length > 0 ? [{ at: from, series, counts: [], serving: 0, total: 0 }] : [];
    levels.set(series, [...older, ...gone, ...own]);
  }
  return levels;
}

async function minutesIn(database: Kysely<HistorySchema>, { from, to }: Span): Promise<number> {
  const row = await database
    .selectFrom(
      database
        .selectFrom("roll_up")
        .select("id")
        .where("tier", "=", "minute")
        .where("at", ">", from)
        .where("at", "<", to)
        .limit(MOST_MINUTES + 1)
        .as("minutes"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}
