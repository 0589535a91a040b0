import { type Kysely, sql } from "kysely";
import type { BandAnswer } from "@/lib/contract/history";
import { isPlanned, LOSS_CAUSES } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { availabilityOf } from "./availability";
import { bandPoints } from "./band-points";
import type { Coverage } from "./coverage";
import { groupedLater, isPlannedWord } from "./endings";
import { WITHIN_THE_RECORD } from "./happened";
import { plannedEndingsIn, sizesHeldTo, sizesOfTotals } from "./held-sizes";
import { markersIn } from "./markers";
import { type PickedMachines, type Series, seriesInSight, seriesNumbers } from "./series-in-sight";
import { type ReadSize, type SizeNow, sizesIn } from "./sizes";
import { joined, type Span } from "./spans";
import { type LevelNow, levelsIn } from "./window-levels";

export interface BandParts {
  readonly picked: PickedMachines;
  readonly span: Span;
  readonly width: number;
  readonly scope: Scope;
  readonly coverage: Coverage;
  readonly sizeNow: SizeNow;
  /** Null where the window ends in the past. */
  readonly levelNow: LevelNow | null;
  readonly readSize: ReadSize;
}

/** What did not plainly serve over a window, for one group or many added up. */
export async function bandOf(
  database: Kysely<HistorySchema>,
  { picked, span, width, scope, coverage, sizeNow, levelNow, readSize }: BandParts,
): Promise<BandAnswer> {
  const series = await seriesInSight(database, picked, scope);
  const gaps = coverage.gaps(span, scope, picked);
  const holes = joined(gaps.filter(({ blindTo }) => blindTo.length === 0));
  const recorded = coverage.recorded();
  const seen = { from: span.from, to: Math.max(span.from + 1, Math.min(span.to, recorded.asOf)) };
  const [levels, sizes, planned, markers, churn] = await Promise.all([
    levelsIn(database, series, seen, span, width, levelNow),
    sizesIn(database, series, span, sizeNow, readSize),
    plannedEndingsIn(database, picked, span, scope, series),
    markersIn(database, picked, span, scope),
    churnIn(database, { picked, span, scope, series }),
  ]);
  const { bySeries, held } = sizesHeldTo(levels.bySeries, sizes.bySeries, planned, levels.stepMs);
  return {
    ...span,
    stepMs: levels.stepMs,
    points: bandPoints({ span, width, levels: levels.bySeries, sizes: sizesOfTotals(bySeries, sizes.bySeries), holes }).filter(({ at }) => at <= seen.to),
    gaps,
    markers,
    expected: sizes.steps,
    availability: availabilityOf({ span: seen, levels: levels.bySeries, sizes: bySeries, held, holes }),
    churn,
    recorded,
  };
}

/** How many machines came, went, and of these how many were lost. */
async function churnIn(
  database: Kysely<HistorySchema>,
  { picked, span, scope, series }: Pick<BandParts, "picked" | "span" | "scope"> & { readonly series: readonly Series[] },
): Promise<BandAnswer["churn"]> {
  const { from, to } = span;
  const rows = await database
    .selectFrom("transition")
    .select([
      "type",
      ({ fn }) => fn.countAll<number>().as("count"),
      sql<number>`sum(case when to_word in (${sql.join(PLANNED)}) then 1 else 0 end)`.as("planned"),
    ])
    .where("at", ">=", from)
    .where("at", "<=", to)
    .where("type", "in", ["appeared", "ended"])
    .where(({ or, eb }) => or([eb("type", "=", "ended"), WITHIN_THE_RECORD]))
    .where("series_id", "in", seriesNumbers(database, picked, scope))
    .groupBy("type")
    .execute();
  const of = (type: string) => rows.find((row) => row.type === type);
  const wanted = new Set(series.map(({ id }) => id));
  const later = (await groupedLater(database, span)).filter(({ series_id }) => wanted.has(series_id));
  const [appeared, ended] = [Number(of("appeared")?.count ?? 0), Number(of("ended")?.count ?? 0) + later.length];
  const planned = Number(of("ended")?.planned ?? 0) + later.filter(({ to_word }) => isPlannedWord(to_word)).length;
  return { appeared, ended, lost: ended - planned };
}

const PLANNED = LOSS_CAUSES.filter(isPlanned);
