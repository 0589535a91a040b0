import type { Kysely } from "kysely";
import type { BandAnswer } from "@/lib/contract/history";
import { isPlanned, LOSS_CAUSES } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { availabilityOf } from "./availability";
import { bandPoints } from "./band-points";
import type { Coverage } from "./coverage";
import { markersIn } from "./markers";
import { type PickedMachines, type Series, seriesInSight } from "./series-in-sight";
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
  const [levels, sizes, markers, churn] = await Promise.all([
    levelsIn(database, series, seen, span, width, levelNow),
    sizesIn(database, series, span, sizeNow, readSize),
    markersIn(database, picked, span, scope),
    churnIn(database, series, span),
  ]);
  return {
    ...span,
    points: bandPoints({ span, width, levels, sizes: sizes.bySeries, holes }).filter(({ at }) => at <= seen.to),
    gaps,
    markers,
    expected: sizes.steps,
    availability: availabilityOf({ span: seen, levels, sizes: sizes.bySeries, holes }),
    churn,
    recorded,
  };
}

/** How many machines came, went, and of these how many were lost. */
async function churnIn(database: Kysely<HistorySchema>, series: readonly Series[], { from, to }: Span): Promise<BandAnswer["churn"]> {
  const rows = await database
    .selectFrom("transition")
    .select(["series_id", "type", "to_word", ({ fn }) => fn.countAll<number>().as("count")])
    .where("at", ">=", from)
    .where("at", "<=", to)
    .where("type", "in", ["appeared", "ended"])
    // What was there already when somebody first looked did not come within the window.
    .where(({ or, eb }) => or([eb("not_before", "is", null), eb("not_before", ">=", from), eb("type", "=", "ended")]))
    .$if(series.length <= 500 && series.length > 0, (query) =>
      query.where(
        "series_id",
        "in",
        series.map(({ id }) => id),
      ),
    )
    .groupBy(["series_id", "type", "to_word"])
    .execute();
  const wanted = new Set(series.map(({ id }) => id));
  const churn = { appeared: 0, ended: 0, lost: 0 };
  for (const { series_id, type, to_word, count } of rows) {
    if (series_id === null || !wanted.has(series_id)) continue;
    if (type === "appeared") churn.appeared += Number(count);
    else churn.ended += Number(count);
    const cause = LOSS_CAUSES.find((one) => one === to_word);
    if (type === "ended" && (cause === undefined || !isPlanned(cause))) churn.lost += Number(count);
  }
  return churn;
}
