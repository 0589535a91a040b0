import type { Kysely } from "kysely";
import type { RowStateChart } from "@/lib/contract/answers/history";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Coverage, Target } from "./coverage";
import { firstVersions } from "./first-versions";
import type { LevelStep } from "./levels";
import { bucketed, type Weighed } from "./row-buckets";
import { seriesInSight } from "./series-in-sight";
import { lengthWithout, type Span } from "./spans";
import { levelsIn } from "./window-levels";

const DAY_MS = 86_400_000;

export interface RowParts {
  readonly ids: readonly string[];
  readonly span: Span;
  readonly buckets: number;
  readonly scope: Scope;
  readonly coverage: Coverage;
}

interface Subject extends Target {
  readonly id: number;
  readonly row: string;
}

/** Bands and falls for entries by `CLUSTER/UID`. What is out of sight, or was never recorded, has no row. */
export async function entryBands(database: Kysely<HistorySchema>, { ids, span, buckets, scope, coverage }: RowParts): Promise<RowStateChart[]> {
  const subjects = await subjectsOf(database, ids, scope);
  if (subjects.length === 0) return [];
  const numbers = subjects.map(({ id }) => id);
  const [versions, falls, begins] = await Promise.all([
    database
      .selectFrom("version")
      .select(["subject_id", "state", "valid_from", "valid_to"])
      .where("subject_id", "in", numbers)
      .where("valid_from", "<=", span.to)
      .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">", span.from)]))
      .execute(),
    fallsOf(database, numbers, span.to),
    firstVersions(database, "subject", numbers),
  ]);
  return subjects.map(({ id, row, ...place }) => {
    const own = versions.filter(({ subject_id }) => subject_id === id);
    const weighed = own.map(({ state, valid_from, valid_to }): Weighed => ({ from: valid_from, to: valid_to ?? span.to, state, share: 1 }));
    return {
      id: row,
      ...bucketed(weighed, span, buckets, coverage.uncounted(place, span)),
      ...flapsIn(falls.get(id), watchedInDay(coverage, place, begins.get(id), span.to)),
    };
  });
}

/** The same for groups by `CLUSTER/NAMESPACE/NAME`: the share of a group's machines, and the falls of all of them. */
export async function groupBands(database: Kysely<HistorySchema>, { ids, span, buckets, scope, coverage }: RowParts): Promise<RowStateChart[]> {
  const wanted = new Set(ids);
  const series = (await seriesInSight(database, { clusters: [], namespaces: [], group: null }, scope)).filter(({ cluster, namespace, group }) =>
    wanted.has(`${cluster}/${namespace}/${group}`),
  );
  if (series.length === 0) return [];
  const numbers = series.map(({ id }) => id);
  const [levels, falls, begins] = await Promise.all([
    levelsIn(database, series, span, span, buckets),
    database
      .selectFrom("transition")
      .select(["series_id", ({ fn }) => fn.countAll<number>().as("falls")])
      .where("series_id", "in", numbers)
      .where("at", ">", span.to - DAY_MS)
      .where("at", "<=", span.to)
      .where("type", "=", "health")
      .where("from_word", "=", "True")
      .where("to_word", "=", "False")
      .groupBy("series_id")
      .execute(),
    firstVersions(database, "series", numbers),
  ]);
  const counts = new Map(falls.map((row) => [row.series_id, Number(row.falls)]));
  return series.map(({ id, cluster, namespace, group }) => ({
    id: `${cluster}/${namespace}/${group}`,
    ...bucketed(sharesOf(levels.bySeries.get(id) ?? [], span), span, buckets, coverage.uncounted({ cluster, namespace }, span)),
    ...flapsIn(counts.get(id), watchedInDay(coverage, { cluster, namespace }, begins.get(id), span.to)),
  }));
}

function flapsIn(falls = 0, observedMs: number): Pick<RowStateChart, "flaps" | "flapsObservedMs"> {
  return { flaps: observedMs === 0 ? null : falls, flapsObservedMs: observedMs };
}

/** For so long of the day before `until` a machine or a group of a namespace counted. It began at `begin`, and ended at `end`. Milliseconds. */
export function watchedInDay(coverage: Coverage, place: Target, begin: number | undefined, until: number, end = until): number {
  if (begin === undefined) return 0;
  const day = { from: until - DAY_MS, to: until };
  return lengthWithout({ from: Math.max(begin, day.from), to: end }, coverage.uncounted(place, day));
}

/** The part of a group that was in each state, while it was. */
function sharesOf(steps: readonly LevelStep[], span: Span): Weighed[] {
  return steps.flatMap(({ at, counts, total }, index) => {
    const to = steps[index + 1]?.at ?? span.to;
    return counts.flatMap((count, state) => (count === 0 ? [] : [{ from: at, to, state, share: count / Math.max(1, total) }]));
  });
}

async function subjectsOf(database: Kysely<HistorySchema>, ids: readonly string[], scope: Scope): Promise<Subject[]> {
  // A cluster's name may hold slashes, a uid does not.
  const uids = ids.map((id) => id.slice(id.lastIndexOf("/") + 1));
  if (uids.length === 0) return [];
  const rows = await database
    .selectFrom("subject")
    .select(["id", "cluster", "namespace", "uid"])
    .where("kind", "=", "entry")
    .where("cluster", "in", clustersOf(ids))
    .where("uid", "in", uids)
    .orderBy("id")
    .execute();
  const wanted = new Set(ids);
  return rows
    .filter(({ cluster, uid, namespace }) => wanted.has(`${cluster}/${uid}`) && isInScope(scope, cluster, "workloadentries", namespace))
    .map(({ id, cluster, namespace, uid }) => ({ id, cluster, namespace, row: `${cluster}/${uid}` }));
}

function clustersOf(ids: readonly string[]): string[] {
  return [...new Set(ids.map((id) => id.slice(0, Math.max(0, id.lastIndexOf("/")))))];
}

/** How often each turned from healthy to not within a day. */
export async function fallsOf(database: Kysely<HistorySchema>, subjects: readonly number[], until: number): Promise<ReadonlyMap<number, number>> {
  const rows = await database
    .selectFrom("transition")
    .select(["subject_id", ({ fn }) => fn.countAll<number>().as("falls")])
    .where("subject_id", "in", [...subjects])
    .where("type", "=", "health")
    .where("from_word", "=", "True")
    .where("to_word", "=", "False")
    .where("at", ">", until - DAY_MS)
    .where("at", "<=", until)
    .groupBy("subject_id")
    .execute();
  return new Map(rows.map(({ subject_id, falls }) => [subject_id, Number(falls)]));
}
