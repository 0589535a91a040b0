import { type Kysely, sql } from "kysely";
import type { HistorySchema } from "@/lib/server/history/schema";
import { type LevelChange, type LevelStep, levelsOf } from "./levels";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";

/** So many group numbers are named in a statement; beyond, all are read and the others left out here. */
const MOST_NAMED = 500;

/**
 * Levels as the versions of the machines tell them: what was at the start, then each change, to `resolutionMs`. Counted by the database:
 * what comes over grows with what changed, not with what exists.
 */
export async function versionLevels(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  span: Span,
  resolutionMs: number,
): Promise<Map<number, LevelStep[]>> {
  if (series.length === 0) return new Map();
  const [base, began, ended] = await Promise.all([
    levelsAt(database, series, span.from),
    changesIn(database, series, span, resolutionMs, "valid_from"),
    changesIn(database, series, span, resolutionMs, "valid_to"),
  ]);
  const changes = [
    ...base.map((row) => ({ ...row, at: span.from, slice: -1 })),
    ...began,
    ...ended.map((row) => ({ ...row, machines: -row.machines, serving: -row.serving })),
  ];
  return levelsOf(settled(changes));
}

/** How many machines were in which state at a moment. Those that are so still, and those that were, are two questions: each has its index. */
async function levelsAt(database: Kysely<HistorySchema>, series: readonly Series[], at: number): Promise<Omit<LevelChange, "at">[]> {
  const ids = series.map(({ id }) => id);
  const counted = database
    .selectFrom("version")
    .select(["series_id", "state", ({ fn }) => fn.countAll<number>().as("machines"), servingSum()])
    .where("valid_from", "<=", at)
    .where("state", ">=", 0)
    .$if(ids.length <= MOST_NAMED, (query) => query.where("series_id", "in", ids))
    .groupBy(["series_id", "state"]);
  const [still, were] = await Promise.all([counted.where("valid_to", "is", null).execute(), counted.where("valid_to", ">", at).execute()]);
  const wanted = new Set(ids);
  return [...still, ...were].flatMap(({ series_id, state, machines, serving }) =>
    series_id !== null && wanted.has(series_id) ? [{ series: series_id, state, machines: Number(machines), serving: Number(serving) }] : [],
  );
}

async function changesIn(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  { from, to }: Span,
  resolutionMs: number,
  edge: "valid_from" | "valid_to",
): Promise<Sliced[]> {
  const slice = sql<number>`(${sql.ref(edge)} - ${sql.lit(from)}) / ${sql.lit(resolutionMs)}`;
  const rows = await database
    .selectFrom("version")
    .select([slice.as("slice"), "series_id", "state", ({ fn }) => fn.min(edge).as("first"), ({ fn }) => fn.countAll<number>().as("machines"), servingSum()])
    .where(edge, ">", from)
    .where(edge, "<=", to)
    .where("state", ">=", 0)
    .$if(series.length <= MOST_NAMED, (query) =>
      query.where(
        "series_id",
        "in",
        series.map(({ id }) => id),
      ),
    )
    .groupBy(["slice", "series_id", "state"])
    .execute();
  const wanted = new Set(series.map(({ id }) => id));
  return rows.flatMap(({ slice: number, first, series_id, state, machines, serving }) =>
    series_id !== null && wanted.has(series_id)
      ? [{ slice: Number(number), at: Number(first), series: series_id, state, machines: Number(machines), serving: Number(serving) }]
      : [],
  );
}

function servingSum() {
  return sql<number>`sum(case when serving_class = 1 then 1 else 0 end)`.as("serving");
}

/** A change in one of the slices into which the window is cut, at the first moment of all that it sums up. */
interface Sliced extends LevelChange {
  readonly slice: number;
}

/**
 * One version's end is the next one's beginning: what cancels out within a slice is no change. What is left of a group in a slice happened at
 * one moment, so that no machine is missing between two of its versions. In order of time.
 */
function settled(changes: readonly Sliced[]): LevelChange[] {
  const sums = new Map<string, { slice: number; at: number; series: number; state: number; machines: number; serving: number }>();
  const moments = new Map<string, number>();
  for (const change of changes) {
    const key = `${change.slice}/${change.series}/${change.state}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...change });
    else {
      sum.at = Math.min(sum.at, change.at);
      sum.machines += change.machines;
      sum.serving += change.serving;
    }
  }
  const left = [...sums.values()].filter(({ machines, serving }) => machines !== 0 || serving !== 0);
  for (const { slice, series, at } of left) moments.set(`${slice}/${series}`, Math.max(at, moments.get(`${slice}/${series}`) ?? 0));
  return left.map((sum) => ({ ...sum, at: moments.get(`${sum.slice}/${sum.series}`) ?? sum.at })).sort((a, b) => a.at - b.at);
}
