import { type Kysely, sql } from "kysely";
import type { Availability, StateChartAnswer, StateChartPoint } from "@/lib/contract/answers/history";
import { timeToRecoverStatistics } from "@/lib/domain/history/time-to-recover";
import { ENDING_CAUSES, isPlannedEnd } from "@/lib/domain/history/transition";
import type { Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import { availabilityOf, groupSteps, type MeasuredGroups } from "./availability";
import { bandPoints } from "./band-points";
import { allWhileCounted, drawnUncounted } from "./counted-time";
import type { Coverage } from "./coverage";
import { groupedLater, isPlannedWord } from "./endings";
import { firstVersions } from "./first-versions";
import { WITHIN_THE_RECORD } from "./happened";
import { incidentMarkers } from "./incident-markers";
import { NO_MACHINES } from "./levels";
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
): Promise<StateChartAnswer> {
  const series = await seriesInSight(database, picked, scope);
  const gaps = coverage.gaps(span, scope, picked);
  const holes = joined(gaps.filter(({ blindTo }) => blindTo.length === 0));
  const recorded = coverage.recorded(picked.clusters);
  const seen = { from: span.from, to: Math.max(span.from + 1, Math.min(span.to, recorded.asOf)) };
  const [{ bySeries: levels, stepMs }, begins, markers, incidents, churn] = await Promise.all([
    levelsIn(database, series, seen, span, width, levelNow),
    firstVersions(
      database,
      "series",
      series.map(({ id }) => id),
    ),
    markersIn(database, picked, span, scope),
    incidentMarkers(database, picked, span, scope),
    churnIn(database, { picked, span, scope, series, sizeNow }),
  ]);
  const { bySeries: sizes, steps: expected, computedUntil: sizesComputedUntil } = await sizesIn(database, series, span, { sizeNow, readSize, levels });
  const uncounted = uncountedBy(series, begins, coverage, span);
  const pixelMs = (span.to - span.from) / width;
  const undrawn = (id: number) => drawnUncounted(uncounted(id), span.from, pixelMs);
  const drawn = {
    levels: allWhileCounted(levels, undrawn, (at, id) => ({ ...NO_MACHINES, at, series: id })),
    sizes: allWhileCounted(sizes, undrawn, (at) => ({ at, size: null })),
  };
  const points = bandPoints({ span, width, ...drawn, holes }).filter(({ at }) => at <= seen.to);
  const availability = availabilityOf({ span: seen, levels, sizes, uncounted });
  return {
    ...span,
    stepMs,
    points,
    gaps: coverage.gapsOfMachines(gaps, series, span),
    markers: [...markers, ...incidents],
    ...{ expected, sizesComputedUntil },
    availability: availability && { ...availability, total: totalRange(points) },
    timeToRecover: availability && recoveryTimes({ span: seen, levels, sizes, uncounted }),
    churn,
    recorded,
  };
}

/** The time to recover of all groups. A time that does not count is a gap. */
function recoveryTimes(measured: MeasuredGroups): StateChartAnswer["timeToRecover"] {
  const groups = [...measured.levels.keys()].map((series) => ({ steps: groupSteps(measured, series), gaps: measured.uncounted(series) }));
  return timeToRecoverStatistics(groups);
}

/** The smallest and the largest total of a band. A moment without machines is a gap, or is before their start. */
function totalRange(points: readonly StateChartPoint[]): Availability["total"] {
  const totals = points.map(({ total, missing }) => total + missing).filter((total) => total > 0);
  const most = totals.reduce((largest, total) => Math.max(largest, total), 0);
  return { least: totals.reduce((smallest, total) => Math.min(smallest, total), most), most };
}

/** The times in which each group counts for nothing: before it existed, and while its namespace is not watched. */
function uncountedBy(series: readonly Series[], begins: ReadonlyMap<number, number>, coverage: Coverage, span: Span): (series: number) => readonly Span[] {
  const bySeries = series.map(({ id, cluster, namespace }) => {
    const away = coverage.uncounted({ cluster, namespace }, span);
    const begin = Math.min(begins.get(id) ?? span.from, span.to);
    return [id, begin <= (away[0]?.from === span.from ? away[0].to : span.from) ? away : joined([{ from: span.from, to: begin }, ...away])] as const;
  });
  const known = new Map(bySeries);
  return (id) => known.get(id) ?? [];
}

/** How many machines came, went, and of these how many were lost. */
async function churnIn(
  database: Kysely<HistorySchema>,
  { picked, span, scope, series, sizeNow }: Pick<BandParts, "picked" | "span" | "scope" | "sizeNow"> & { readonly series: readonly Series[] },
): Promise<StateChartAnswer["churn"]> {
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
  return { appeared, ended, lost: Math.max(0, ended - planned - scaledIn(series, span, sizeNow)) };
}

/** The number of machines that left healthy as their groups scaled in. */
function scaledIn(series: readonly Series[], { from, to }: Span, sizeNow: SizeNow): number {
  const left = series.flatMap((one) => sizeNow(one).losses.filter(({ at, end }) => end === "left-healthy" && from <= at && at <= to));
  return left.length;
}

const PLANNED = ENDING_CAUSES.filter(isPlannedEnd);
