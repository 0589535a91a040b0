import type { Kysely } from "kysely";
import type { BatchContext } from "./batch-context";
import type { HistoryRecord } from "./history-record";
import type { HistorySchema } from "./schema";
import { writeFindings } from "./write-findings";
import { writeGauges } from "./write-gauges";
import { insertLevels, upsertWindows } from "./write-levels";
import { insertTransitions, transitionRows } from "./write-transitions";
import { writeVersions } from "./write-versions";

/** Writes records in their order, all of them or none. Writing the same records again changes nothing. */
export async function writeBatch(database: Kysely<HistorySchema>, context: BatchContext, records: readonly HistoryRecord[]): Promise<void> {
  const of = <Kind extends HistoryRecord["kind"]>(kind: Kind) =>
    records.filter((record): record is Extract<HistoryRecord, { kind: Kind }> => record.kind === kind);
  context.ids.beginBatch();
  await database.transaction().execute(async (tables) => {
    await context.ids.learnSeries(
      tables,
      records.flatMap((record) => ("series" in record && record.series !== null ? [record.series] : [])),
    );
    await context.ids.learnSubjects(
      tables,
      [...of("happened"), ...of("finding")].map((record) => record.subject),
    );
    await writeVersions(tables, context, records);
    await insertTransitions(
      tables,
      of("happened").flatMap((record) =>
        transitionRows(context.ids.subject(record.subject), record.versionKey, context.ids.series(record.series), record.transitions),
      ),
    );
    await writeFindings(tables, context, of("finding"));
    await insertLevels(tables, context.ids, of("levels"));
    await writeGauges(tables, of("gauge"));
    await upsertWindows(tables, context.recorderId, of("window"));
  });
}
