import { currentFormatsOf } from "@/lib/domain/history/stored-format";
import type { BatchContext, Tables } from "./batch-context";
import type { HistoryRecord } from "./history-record";
import { shapeOf } from "./shape-of";
import { insertTransitions, transitionRows } from "./write-transitions";

type FindingRecord = Extract<HistoryRecord, { kind: "finding" }>;

/** While a finding holds it has one version without an end. */
interface Held {
  readonly from: number;
  readonly to: number | null;
}

/** Writes what appeared and what is resolved, in order. What another recorder has written of the same time already is no news. */
export async function writeFindings(tables: Tables, context: BatchContext, records: readonly FindingRecord[]): Promise<void> {
  if (records.length === 0) return;
  const { ids, engine } = context;
  const formats = currentFormatsOf("finding");
  const shapes = records.map(({ shape }) => ({ ...shapeOf(shape), format: formats.shape }));
  await ids.learnShapes(tables, shapes);
  const subjects = [...new Set(records.map(({ subject }) => ids.subject(subject)))].sort((one, other) => one - other);
  // Whoever else writes about the same findings waits until this batch is whole.
  if (engine === "postgres") await tables.selectFrom("subject").select("id").where("id", "in", subjects).orderBy("id").forNoKeyUpdate().execute();
  const held = await lastHeld(tables, subjects);
  for (const [index, record] of records.entries()) {
    const id = ids.subject(record.subject);
    const last = held.get(id) ?? null;
    const { at, notBefore } = record.moment;
    const isNews = record.change === "resolved" ? last !== null && last.to === null && last.from <= at : last === null || (last.to !== null && last.to <= at);
    if (!isNews) continue;
    if (record.change === "resolved") {
      await tables.updateTable("version").set({ valid_to: at }).where("subject_id", "=", id).where("valid_to", "is", null).execute();
      held.set(id, { from: last?.from ?? at, to: at });
    } else {
      await tables
        .insertInto("version")
        .values({
          ...{ subject_id: id, version_key: String(at), series_id: null, valid_from: at, valid_to: null, not_before: notBefore },
          ...{ shape_id: ids.shape(shapes[index]?.digest ?? ""), moving: "{}", state: -1, serving_class: 0, vouched: 1, connection: "" },
          ...{ confirmed_at: null, state_at: at, state_not_before: notBefore, format: formats.moving },
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      held.set(id, { from: at, to: null });
    }
    await insertTransitions(tables, transitionRows(id, String(at), ids.series(record.series), record.transitions));
  }
}

/** The version of each subject that began last. */
async function lastHeld(tables: Tables, subjects: readonly number[]): Promise<Map<number, Held>> {
  const rows = await tables
    .selectFrom("version")
    .select(["subject_id", "valid_from", "valid_to"])
    .where("subject_id", "in", subjects)
    .where("valid_from", "=", ({ selectFrom }) =>
      selectFrom("version as last")
        .select(({ fn }) => fn.max<number>("last.valid_from").as("from"))
        .whereRef("last.subject_id", "=", "version.subject_id"),
    )
    .execute();
  return new Map(rows.map(({ subject_id, valid_from, valid_to }) => [subject_id, { from: valid_from, to: valid_to }]));
}
