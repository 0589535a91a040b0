import type { Kysely } from "kysely";
import { BUCKET_MS } from "@/lib/server/history/bucket";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Level, LevelStep } from "./levels";
import { rollUpLevels } from "./roll-up-levels";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";
import { versionLevels } from "./version-levels";

/** Windows up to this long are drawn from versions, up to the next from minutes, longer ones from hours. */
export const VERSIONS_UP_TO_MS = 3_600_000;
export const MINUTES_UP_TO_MS = 2 * 86_400_000;
/** Changes are told apart as if the picture were at least so wide: what lasts a few seconds is not lost in a small one. Pixels. */
const LEAST_WIDTH = 800;
/** So many buckets of minutes are added up; a fleet with more is drawn from hours. */
const MOST_MINUTES = 250_000;

/** Windows in which more changed than this are drawn from what was summed up, if they show many groups: so much is not read for a picture. */
const BUSY = 20_000;
/** So few groups are read version by version, however busy the others are. */
const FEW = 100;

/** A group's level at this very moment, for windows that end now; null = not known. */
export type LevelNow = (series: Series) => Level | null;

/** Levels by group, and to so many milliseconds their moments are told: a worst moment may be so much later than it says. */
export interface WindowLevels {
  readonly bySeries: Map<number, LevelStep[]>;
  readonly stepMs: number;
}

/** Levels of a window (`seen` = as far as it is recorded) from the finest record that its length, and what happened in it, affords. */
export async function levelsIn(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  seen: Span,
  span: Span,
  width: number,
  levelNow: LevelNow | null = null,
): Promise<WindowLevels> {
  const length = span.to - span.from;
  const many = series.length > FEW;
  if (length <= VERSIONS_UP_TO_MS && !(many && (await changedIn(database, seen)) > BUSY)) {
    const stepMs = Math.max(1, Math.floor(length / Math.max(width, LEAST_WIDTH) / 4));
    return { bySeries: await versionLevels(database, series, seen, stepMs), stepMs };
  }
  const tier = length <= MINUTES_UP_TO_MS && (await minutesIn(database, seen)) <= MOST_MINUTES ? "minute" : "hour";
  const levels = await rollUpLevels(database, series, seen, tier);
  const stepMs = BUCKET_MS[tier];
  if (many) return { bySeries: levelNow === null ? levels : endingWith(levels, series, seen.to, levelNow), stepMs };
  const newest = newestOf(seen, tier);
  return { bySeries: withNewest(levels, await versionLevels(database, series, newest, BUCKET_MS.minute / 6), newest.from), stepMs };
}

/** How many versions ended in a while, counted no further than matters. */
async function changedIn(database: Kysely<HistorySchema>, { from, to }: Span): Promise<number> {
  const row = await database
    .selectFrom(
      database
        .selectFrom("version")
        .select("id")
        .where("valid_to", ">", from)
        .where("valid_to", "<=", to)
        .limit(BUSY + 1)
        .as("changed"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function endingWith(levels: Map<number, LevelStep[]>, series: readonly Series[], at: number, levelNow: LevelNow): Map<number, LevelStep[]> {
  for (const one of series) {
    const level = levelNow(one);
    if (level === null) continue;
    const steps = (levels.get(one.id) ?? []).filter((step) => step.at < at);
    levels.set(one.id, [...steps, { ...level, at, series: one.id }]);
  }
  return levels;
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
