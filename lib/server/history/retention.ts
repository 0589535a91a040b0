import { sql, type Transaction } from "kysely";
import { deleteIncidents, oldestIncidents } from "./delete-incidents";
import type { HistoryDatabase } from "./open-database";
import type { HistorySchema } from "./schema";

/** What is kept: so long, and so much. Whatever still held within that time is kept whole, however long ago it began. */
export interface Retention {
  readonly keepMs: number;
  /** The time for which an incident is stored after its end, in milliseconds. */
  readonly incidentMs: number;
  readonly bytes: number;
}

type Tables = Transaction<HistorySchema>;

/** A slice takes some ten milliseconds, and batches go in between. */
const ROWS_AT_ONCE = 500;
const BETWEEN_SLICES_MS = 100;
const BETWEEN_ROUNDS_MS = 60_000;
/** Once too large, it is brought down to this share, so that it is not too large again at once. */
const ROOM = 0.95;
/** How many of the oldest rows go at a time where there are too many. */
const ROWS_OVER_SIZE = 5_000;

/** Anyone can cause refused sign-ins, so they get about half a percent of the size: one row per this many bytes. The newest stay. */
const BYTES_FOR_EACH_REFUSED = 200_000;
const MOST_REFUSED = 10_000;

/** Deletes what is too old or too much: each call a slice. Resolves to the milliseconds until the next. */
export function createTidy({ keepMs, incidentMs, bytes }: Retention): (database: HistoryDatabase, now: number) => Promise<number> {
  let isTooLarge = false;
  /** Where there is too much: everything before this goes, whatever its age. */
  let sizeCutoff = 0;
  /** The same for incidents. It is set if the history is too large and has no other row to delete. */
  let incidentCutoff = 0;
  return async (database, now) => {
    if (sizeCutoff === 0 && incidentCutoff === 0) {
      const size = (await database.size()) ?? 0;
      isTooLarge = size > (isTooLarge ? bytes * ROOM : bytes);
      if (isTooLarge) sizeCutoff = await oldestOf(database);
      if (isTooLarge && sizeCutoff === 0) incidentCutoff = await oldestIncidents(database);
    }
    const cutoff = Math.max(now - keepMs, sizeCutoff);
    const mostRefused = Math.min(MOST_REFUSED, Math.floor(bytes / BYTES_FOR_EACH_REFUSED));
    const deleted = await database.write.transaction().execute(async (tables) => {
      const rows = (await deleteSlice(tables, cutoff)) + (await deleteRefusedSignIns(tables, mostRefused));
      return rows + (await deleteIncidents(tables, Math.max(now - incidentMs, incidentCutoff)));
    });
    if (deleted > 0) return BETWEEN_SLICES_MS;
    sizeCutoff = 0;
    incidentCutoff = 0;
    await database.shrink();
    return isTooLarge ? BETWEEN_SLICES_MS : BETWEEN_ROUNDS_MS;
  };
}

/** The moment before which the oldest few thousand rows lie. */
async function oldestOf({ read }: HistoryDatabase): Promise<number> {
  const skipped = { transition: ROWS_OVER_SIZE, version: ROWS_OVER_SIZE };
  const happened = await read.selectFrom("transition").select("at").orderBy("at").offset(skipped.transition).limit(1).executeTakeFirst();
  const over = await read
    .selectFrom("version")
    .select("valid_to as at")
    .where("valid_to", "is not", null)
    .orderBy("valid_to")
    .offset(skipped.version)
    .limit(1)
    .executeTakeFirst();
  const moments = [happened?.at, over?.at].filter((at) => typeof at === "number");
  return moments.length === 0 ? 0 : Math.min(...moments);
}

/** Deletes up to some hundred rows of each table that ended before a moment, and what only they used. Resolves to how many. */
async function deleteSlice(tables: Tables, cutoff: number): Promise<number> {
  const transitions = await tables
    .deleteFrom("transition")
    .where("id", "in", (from) => from.selectFrom("transition").select("id").where("at", "<", cutoff).orderBy("at").limit(ROWS_AT_ONCE))
    .returning(["subject_id", "series_id"])
    .execute();
  const versions = await tables
    .deleteFrom("version")
    .where("id", "in", (from) => from.selectFrom("version").select("id").where("valid_to", "<", cutoff).orderBy("valid_to").limit(ROWS_AT_ONCE))
    .returning(["subject_id", "series_id", "shape_id"])
    .execute();
  const levels = await deleteLevels(tables, cutoff);
  const windows = await deleteWindows(tables, cutoff);
  const gauges = await deleteGauges(tables, cutoff);
  const commands = (await deleteCommands(tables, cutoff)) + (await deleteAcceptedLosses(tables, cutoff));
  const sizes = await deleteKnownSizes(tables, cutoff);
  await deleteUnused(tables, {
    subjects: [...transitions, ...versions].map((row) => row.subject_id),
    series: [...transitions, ...versions, ...levels].map((row) => row.series_id),
    shapes: versions.map((row) => row.shape_id),
  });
  return transitions.length + versions.length + levels.length + windows + gauges + commands + sizes;
}

async function deleteLevels(tables: Tables, cutoff: number): Promise<{ series_id: number }[]> {
  const old = (["minute", "hour"] as const).map((tier) =>
    tables
      .deleteFrom("roll_up")
      .where("id", "in", (from) => from.selectFrom("roll_up").select("id").where("tier", "=", tier).where("at", "<", cutoff).orderBy("at").limit(ROWS_AT_ONCE))
      .returning("series_id")
      .execute(),
  );
  return (await Promise.all(old)).flat();
}

async function deleteWindows(tables: Tables, cutoff: number): Promise<number> {
  const windows = await tables
    .deleteFrom("watch_window")
    .where("id", "in", (from) => from.selectFrom("watch_window").select("id").where("to_at", "<", cutoff).orderBy("to_at").limit(ROWS_AT_ONCE))
    .returning("recorder_id")
    .execute();
  if (windows.length === 0) return 0;
  await tables
    .deleteFrom("recorder")
    .where("id", "in", unique(windows.map((row) => row.recorder_id)))
    .where("started_at", "<", cutoff)
    .where(sql<boolean>`not exists (select 1 from watch_window where watch_window.recorder_id = recorder.id)`)
    .execute();
  return windows.length;
}

/** What a gauge was before the value that it had at the cutoff, and what it was at its end. */
async function deleteGauges(tables: Tables, cutoff: number): Promise<number> {
  const isOver = sql<boolean>`(gauge_value.numbers = 'null' or exists (
    select 1 from gauge_value as later where later.gauge_id = gauge_value.gauge_id and later.at > gauge_value.at and later.at <= ${cutoff}))`;
  const gone = await tables
    .deleteFrom("gauge_value")
    .where("id", "in", (from) => from.selectFrom("gauge_value").select("id").where("at", "<", cutoff).where(isOver).orderBy("at").limit(ROWS_AT_ONCE))
    .returning("gauge_id")
    .execute();
  const summedUp = await tables
    .deleteFrom("gauge_roll_up")
    .where("id", "in", (from) =>
      from.selectFrom("gauge_roll_up").select("id").where("last_at", "<", cutoff).where("at", "<", cutoff).orderBy("at").limit(ROWS_AT_ONCE),
    )
    .returning("gauge_id")
    .execute();
  const touched = unique([...gone, ...summedUp].map((row) => row.gauge_id));
  if (touched.length === 0) return 0;
  const free = ["gauge_value", "gauge_roll_up"].map((table) => unusedBy(table, "gauge_id", "gauge.id"));
  await tables
    .deleteFrom("gauge")
    .where("id", "in", touched)
    .where(sql.join(free, sql` and `) as (typeof free)[number])
    .execute();
  return gone.length + summedUp.length;
}

async function deleteCommands(tables: Tables, cutoff: number): Promise<number> {
  const gone = await tables
    .deleteFrom("audit")
    .where("id", "in", (from) => from.selectFrom("audit").select("id").where("at", "<", cutoff).orderBy("at").limit(ROWS_AT_ONCE))
    .returning("id")
    .execute();
  return gone.length;
}

/** Deletes old decisions that lower no expected size any more: they were undone or superseded, or their group is gone. */
async function deleteAcceptedLosses(tables: Tables, cutoff: number): Promise<number> {
  const isGroupGone = sql<boolean>`not exists (
    select 1 from subject join version on version.subject_id = subject.id
    where subject.cluster = accepted_loss.cluster and subject.namespace = accepted_loss.namespace and subject.name = accepted_loss.group_name
      and subject.kind = 'group' and version.valid_to is null)`;
  const gone = await tables
    .deleteFrom("accepted_loss")
    .where("at", "<", cutoff)
    .where(({ or, eb }) => or([eb("undone_at", "<", cutoff), eb("superseded_at", "<", cutoff), isGroupGone]))
    .returning("id")
    .execute();
  return gone.length;
}

/** Deletes learned sizes that another one replaced before the cutoff. */
async function deleteKnownSizes(tables: Tables, cutoff: number): Promise<number> {
  const isReplaced = sql<boolean>`exists (
    select 1 from known_size as later where later.series_id = known_size.series_id and later.at > known_size.at and later.at <= ${cutoff})`;
  const gone = await tables
    .deleteFrom("known_size")
    .where("id", "in", (from) => from.selectFrom("known_size").select("id").where("at", "<", cutoff).where(isReplaced).limit(ROWS_AT_ONCE))
    .returning("id")
    .execute();
  return gone.length;
}

/** Deletes the oldest refused sign-ins beyond the limit. */
async function deleteRefusedSignIns(tables: Tables, most: number): Promise<number> {
  const gone = await tables
    .deleteFrom("audit")
    .where("id", "in", (from) =>
      from
        .selectFrom("audit")
        .select("id")
        .where("command", "=", "sign-in")
        .where("result", "like", "refused%")
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(ROWS_AT_ONCE)
        .offset(most),
    )
    .returning("id")
    .execute();
  return gone.length;
}

async function deleteUnused(
  tables: Tables,
  touched: { readonly subjects: readonly number[]; readonly series: readonly (number | null)[]; readonly shapes: readonly number[] },
): Promise<void> {
  const [subjects, series, shapes] = [unique(touched.subjects), unique(touched.series.filter((id) => id !== null)), unique(touched.shapes)];
  if (subjects.length > 0) {
    const free = [unusedBy("version", "version.subject_id", "subject.id"), unusedBy("transition", "transition.subject_id", "subject.id")];
    await tables
      .deleteFrom("subject")
      .where("id", "in", subjects)
      .where(sql.join(free, sql` and `) as (typeof free)[number])
      .execute();
  }
  if (shapes.length > 0)
    await tables
      .deleteFrom("shape")
      .where("id", "in", shapes)
      .where(unusedBy("version", "version.shape_id", "shape.id"))
      .execute();
  if (series.length > 0) {
    const free = ["version", "transition", "roll_up"].map((table) => unusedBy(table, `${table}.series_id`, "series.id"));
    await tables
      .deleteFrom("series")
      .where("id", "in", series)
      .where(sql.join(free, sql` and `) as (typeof free)[number])
      .execute();
    await tables
      .deleteFrom("known_size")
      .where("series_id", "in", series)
      .where(sql<boolean>`not exists (select 1 from series where series.id = known_size.series_id)`)
      .execute();
  }
}

function unusedBy(table: string, column: string, of: string) {
  return sql<boolean>`not exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${sql.ref(of)})`;
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
