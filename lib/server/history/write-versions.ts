import { sql } from "kysely";
import { currentFormatsOf } from "@/lib/domain/history/stored-format";
import type { BatchContext, Tables } from "./batch-context";
import type { HistoryRecord } from "./history-record";
import type { HistorySchema } from "./schema";
import {
  type HeldVersion,
  type NewestVersion,
  type NewVersion,
  type SubjectRecord,
  settleSubject,
  storedKind,
  storedNumber,
  subjectRecord,
  type Versioned,
} from "./settle-versions";
import { shapeOf } from "./shape-of";
import { freeKey } from "./version-keys";
import { insertTransitions, type TransitionRow, transitionRows, transitionsAfter } from "./write-transitions";

type VersionRow = Omit<HistorySchema["version"], "id" | "valid_to" | Late> & {
  readonly [key in "valid_to" | "state_at" | "state_not_before"]: number | null;
} & { readonly format: number };
type Late = "state_at" | "state_not_before" | "format";

/** Inserts versions, ends those before them, and writes down what changed with them. */
export async function writeVersions(tables: Tables, context: BatchContext, all: readonly HistoryRecord[]): Promise<void> {
  const records = all.filter((record): record is Versioned => record.kind === "version" || record.kind === "ended" || record.kind === "confirmed");
  if (records.length === 0) return;
  const { ids } = context;
  const shapes = records.map((record) =>
    record.kind === "version" ? { ...shapeOf(record.version.shape), format: currentFormatsOf(storedKind(record.subject.kind)).shape } : null,
  );
  const subjects = records.map((record) => record.subject);
  await ids.learnSubjects(tables, subjects);
  const wanted = shapes.filter((shape) => shape !== null);
  await ids.learnShapes(tables, wanted);
  const bySubject = new Map<number, SubjectRecord[]>();
  for (const [index, record] of records.entries()) {
    const id = ids.subject(record.subject);
    const held = bySubject.get(id) ?? [];
    held.push(subjectRecord(record, index));
    bySubject.set(id, held);
  }
  const subjectIds = [...bySubject.keys()].sort((one, other) => one - other);
  if (context.engine === "postgres") await lockSubjects(tables, subjectIds);
  const newest = await newestVersions(tables, subjectIds);
  const held = await heldVersions(tables, bySubject);

  const inserts: { readonly row: VersionRow; readonly isLate: boolean }[] = [];
  const changed: (readonly [id: number, validTo: number | null, confirmedAt: number | null])[] = [];
  const transitions: TransitionRow[] = [];
  for (const id of subjectIds) {
    const before = newest.get(id) ?? null;
    const settled = settleSubject(bySubject.get(id) ?? [], before, held.get(id) ?? new Map());
    if (before !== null && settled.open !== null && (settled.open.to !== null || settled.open.confirmedAt !== null)) {
      changed.push([before.id, settled.open.to, settled.open.confirmedAt]);
    }
    for (const version of settled.inserts) {
      const shape = shapes[version.index];
      const record = records[version.index];
      if (record?.kind === "version" && shape) inserts.push({ row: versionRow(id, record, version, context, ids.shape(shape.digest)), isLate: version.isLate });
    }
    for (const { index, key, after } of settled.news) {
      const record = records[index];
      if (record === undefined || record.kind === "confirmed") continue;
      transitions.push(...transitionRows(id, key, ids.series(record.series), transitionsAfter(record.transitions, after)));
    }
  }
  await endVersions(tables, changed);
  await insertVersions(
    tables,
    inserts.map(({ row }) => row),
  );
  for (const { row, isLate } of inserts) if (isLate) await fitIn(tables, row);
  await insertTransitions(tables, transitions);
}

function versionRow(
  subjectId: number,
  record: Extract<Versioned, { kind: "version" }>,
  version: NewVersion,
  context: BatchContext,
  shapeId: number,
): VersionRow {
  const { state, since, servingClass, vouched, connection, moving, notBefore } = record.version;
  return {
    subject_id: subjectId,
    version_key: version.key,
    series_id: context.ids.series(record.series),
    valid_from: version.from,
    valid_to: version.to,
    not_before: notBefore,
    shape_id: shapeId,
    moving: JSON.stringify(moving),
    state,
    state_at: since?.at ?? null,
    state_not_before: since?.notBefore ?? null,
    serving_class: servingClass,
    vouched: vouched ? 1 : 0,
    connection,
    confirmed_at: version.confirmedAt,
    format: currentFormatsOf(storedKind(record.subject.kind)).moving,
  };
}

/** Whoever else writes about the same subjects waits until this batch is whole. In the order of their numbers, so that nobody waits in a ring. */
async function lockSubjects(tables: Tables, subjectIds: readonly number[]): Promise<void> {
  await tables.selectFrom("subject").select("id").where("id", "in", subjectIds).orderBy("id").forNoKeyUpdate().execute();
}

/** Returns the open version of each subject, or else the one that ended last. */
async function newestVersions(tables: Tables, subjectIds: readonly number[]): Promise<Map<number, NewestVersion & { readonly id: number }>> {
  const columns = ["id", "subject_id", "version_key", "valid_from", "valid_to", "moving", "state"] as const;
  const rows = await tables
    .selectFrom("version")
    .select(columns)
    .where("subject_id", "in", subjectIds)
    .where("valid_to", "is", null)
    .orderBy("valid_from")
    .execute();
  const open = new Set(rows.map((row) => row.subject_id));
  const others = subjectIds.filter((id) => !open.has(id));
  if (others.length > 0) {
    const ended = tables
      .selectFrom("version")
      .select(columns)
      .where("subject_id", "in", others)
      .where("valid_from", "=", ({ selectFrom }) =>
        selectFrom("version as last")
          .select(({ fn }) => fn.max<number>("last.valid_from").as("from"))
          .whereRef("last.subject_id", "=", "version.subject_id"),
      );
    rows.push(...(await ended.orderBy("id").execute()));
  }
  return new Map(
    rows.map((row) => [
      row.subject_id,
      { id: row.id, key: row.version_key, from: row.valid_from, to: row.valid_to, number: storedNumber(row.moving), state: row.state },
    ]),
  );
}

/** Every version under a key of the batch, under the keys that those lead to, and under the number of each object. */
async function heldVersions(tables: Tables, bySubject: ReadonlyMap<number, readonly SubjectRecord[]>): Promise<Map<number, Map<string, HeldVersion>>> {
  const held = new Map<number, Map<string, HeldVersion>>();
  const asked = new Set<string>();
  for (;;) {
    const wanted: (readonly [number, string])[] = [];
    for (const [id, records] of bySubject) {
      for (const record of records) {
        if (record.kind !== "version") continue;
        for (const key of [freeKey(record.key, record.moment.at, held.get(id) ?? new Map()), record.number]) {
          if (key === null || key === "" || asked.has(`${id} ${key}`)) continue;
          asked.add(`${id} ${key}`);
          wanted.push([id, key]);
        }
      }
    }
    if (wanted.length === 0) return held;
    const pairs = sql.join(wanted.map(([id, key]) => sql`(cast(${id} as bigint), ${key})`));
    const rows = await tables
      .selectFrom("version")
      .select(["subject_id", "version_key", "valid_from", "valid_to"])
      .where(sql<boolean>`(subject_id, version_key) in (values ${pairs})`)
      .execute();
    for (const row of rows) {
      const keys = held.get(row.subject_id) ?? new Map<string, HeldVersion>();
      keys.set(row.version_key, { key: row.version_key, from: row.valid_from, to: row.valid_to });
      held.set(row.subject_id, keys);
    }
  }
}

const ROWS_AT_ONCE = 1_000;

async function insertVersions(tables: Tables, rows: readonly VersionRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await tables
      .insertInto("version")
      .values(rows.slice(start, start + ROWS_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function endVersions(tables: Tables, changed: readonly (readonly [id: number, validTo: number | null, confirmedAt: number | null])[]): Promise<void> {
  if (changed.length === 0) return;
  await sql`update version set valid_to = coalesce(changed.column2, version.valid_to), confirmed_at = coalesce(changed.column3, version.confirmed_at)
    from (values ${numberRows(changed)}) as changed where version.id = changed.column1`.execute(tables);
}

/** What came late is over where the next version begins, and what came before it is over where it begins. */
async function fitIn(tables: Tables, { subject_id, version_key, valid_from }: VersionRow): Promise<void> {
  await sql`update version set valid_to = (select min(later.valid_from) from version as later where later.subject_id = ${subject_id} and later.valid_from > ${valid_from})
    where subject_id = ${subject_id} and version_key = ${version_key} and valid_to is null`.execute(tables);
  await sql`update version set valid_to = ${valid_from}
    where subject_id = ${subject_id} and version_key <> ${version_key} and valid_from <= ${valid_from} and valid_to > ${valid_from}`.execute(tables);
}

/** A list of rows to join with, typed so that both engines take them for whole numbers. */
function numberRows(rows: readonly (readonly (number | null)[])[]) {
  return sql.join(rows.map((row) => sql`(${sql.join(row.map((value) => sql`cast(${value} as bigint)`))})`));
}
