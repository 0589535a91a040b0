import { type Kysely, type Selectable, sql } from "kysely";
import { listReader, parseJson, readNumber } from "@/lib/domain/history/reading";
import { ROLL_UP_LISTS_FORMAT } from "@/lib/domain/history/stored-format";
import { noCounts, placeOfCode, STATE_CODES } from "@/lib/domain/verdict/state-code";
import { BUCKET_MS, type Tier } from "@/lib/server/history/bucket";
import type { HistorySchema } from "@/lib/server/history/schema";
import { readable } from "@/lib/server/history/stored";
import type { LevelStep } from "./levels";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";

type RollUp = Pick<
  Selectable<HistorySchema["roll_up"]>,
  "series_id" | "at" | "observed_ms" | "total_ms" | "serving_ms" | "state_peak" | "state_end" | "serving_least" | "serving_end" | "total_end" | "format"
>;

const COLUMNS = [
  "series_id",
  "at",
  "observed_ms",
  "total_ms",
  "serving_ms",
  "state_peak",
  "state_end",
  "serving_least",
  "serving_end",
  "total_end",
  "format",
] as const;
const MOST_NAMED = 500;

/** Levels as the summed-up minutes or hours tell them: in each bucket the worst that was, then what it ended with, until the next one. */
export async function rollUpLevels(database: Kysely<HistorySchema>, series: readonly Series[], span: Span, tier: Tier): Promise<Map<number, LevelStep[]>> {
  if (series.length === 0) return new Map();
  const ids = series.map(({ id }) => id);
  const named = ids.length <= MOST_NAMED;
  const [before, within] = await Promise.all([
    lastBefore(database, ids, span.from - BUCKET_MS[tier], tier),
    database
      .selectFrom("roll_up")
      .select(["at", PACKED.as("packed")])
      .where("tier", "=", tier)
      .where("at", ">", span.from - BUCKET_MS[tier])
      .where("at", "<", span.to)
      .$if(named, (query) => query.where("series_id", "in", ids))
      .groupBy("at")
      .orderBy("at")
      .execute(),
  ]);
  const wanted = new Set(ids);
  const found = new Map<number, LevelStep[]>();
  const numbersOf = numbersReader();
  const add = (row: RollUp) => {
    if (!wanted.has(row.series_id)) return;
    const steps = found.get(row.series_id) ?? [];
    found.set(row.series_id, steps);
    for (const step of stepsOfRow(row, BUCKET_MS[tier], numbersOf)) {
      if (steps.at(-1)?.at === step.at) steps.pop();
      steps.push(step);
    }
  };
  for (const row of before) add(row);
  for (const { at, packed } of within) for (const values of JSON.parse(packed)) add(unpacked(at, values));
  return found;
}

/** A list of numbers has none of these: what a damaged disk made of one ends the text of no other. */
function plain(column: "state_peak" | "state_end") {
  return sql`replace(replace(${sql.ref(column)}, '"', '?'), '\\', '?')`;
}

/** The buckets of a moment as one text: there are as many as groups, and what crosses a thread row by row takes longer than to be read. */
const PACKED = sql<string>`'[' || string_agg('[' || series_id || ',' || observed_ms || ',' || total_ms || ',' || serving_ms
  || ',"' || ${plain("state_peak")} || '","' || ${plain("state_end")} || '",' || serving_least || ',' || serving_end || ',' || total_end || ',' || coalesce(format, 1) || ']', ',') || ']'`;

/** In the order of `PACKED`. */
type Packed = readonly [number, number, number, number, string, string, number, number, number, number];

function unpacked(
  at: number,
  [series_id, observed_ms, total_ms, serving_ms, state_peak, state_end, serving_least, serving_end, total_end, format]: Packed,
): RollUp {
  return { series_id, at, observed_ms, total_ms, serving_ms, state_peak, state_end, serving_least, serving_end, total_end, format };
}

/** The last bucket of each group that ended before the window. Looked up group by group: what is longer ago costs nothing. */
function lastBefore(database: Kysely<HistorySchema>, ids: readonly number[], at: number, tier: Tier): Promise<RollUp[]> {
  return database
    .selectFrom("series")
    .innerJoin("roll_up", (join) =>
      join.on("roll_up.id", "=", ({ selectFrom }) =>
        selectFrom("roll_up as last")
          .select("last.id")
          .whereRef("last.series_id", "=", "series.id")
          .where("last.tier", "=", tier)
          .where("last.at", "<=", at)
          .orderBy("last.at", "desc")
          .limit(1),
      ),
    )
    .$if(ids.length <= MOST_NAMED, (query) => query.where("series.id", "in", [...ids]))
    .select(COLUMNS)
    .execute();
}

function stepsOfRow(row: RollUp, bucketMs: number, numbersOf: NumbersOf): LevelStep[] {
  const end = numbersOf(row.state_end, row.format) ?? unreadable(row.total_end);
  const observed = Math.max(1, row.observed_ms);
  const total = Math.max(row.total_end, Math.ceil(row.total_ms / observed));
  const inBucket: LevelStep = {
    at: row.at,
    series: row.series_id,
    counts: atMost(numbersOf(row.state_peak, row.format) ?? unreadable(total), total),
    serving: row.serving_least,
    total,
    mean: { serving: row.serving_ms / observed, total: row.total_ms / observed },
  };
  return [inBucket, { at: row.at + bucketMs, series: row.series_id, counts: end, serving: row.serving_end, total: row.total_end }];
}

const WORST_FIRST = [...noCounts().keys()].sort((one, other) => placeOfCode(one) - placeOfCode(other));

/** The peaks of states need not have been at one moment: together they are no more than there were machines, the worst first. */
function atMost(peaks: readonly number[], total: number): readonly number[] {
  if (peaks.reduce((sum, peak) => sum + peak, 0) <= total) return peaks;
  let left = total;
  const counted = noCounts();
  for (const code of WORST_FIRST) {
    counted[code] = Math.min(peaks[code] ?? 0, left);
    left -= counted[code] ?? 0;
  }
  return counted;
}

/** Where a list cannot be read nobody knows in which states the machines were. */
function unreadable(total: number): readonly number[] {
  const counts = noCounts();
  counts[STATE_CODES.unreadable] = total;
  return counts;
}

/** A list of counts by the codes of states; null where it cannot be read. */
type NumbersOf = (list: string, format: number | null) => readonly number[] | null;

/** Codes that this version does not know are left out. Groups are alike, and minutes even more: each text is read once. */
function numbersReader(): NumbersOf {
  const known = new Map<string, readonly number[] | null>();
  return (text, format) => {
    if ((format ?? 1) !== ROLL_UP_LISTS_FORMAT) return null;
    const held = known.get(text);
    if (held !== undefined) return held;
    const numbers = readable(
      () => {
        const read = listReader(readNumber)(parseJson(text), "counts");
        return noCounts().map((_, code) => read[code] ?? 0);
      },
      () => null,
    );
    known.set(text, numbers);
    return numbers;
  };
}
