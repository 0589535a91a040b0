import { formatGaugeValues } from "@/lib/domain/history/gauge";
import type { Tables } from "./batch-context";
import type { GaugeKey, HistoryRecord } from "./history-record";
import { rollUpGauge } from "./roll-up-gauge";

type GaugeRecord = Extract<HistoryRecord, { kind: "gauge" }>;

/** Writes what gauges changed to, in the order of their moments. What a gauge was already, by whoever wrote it, is no news: a row is a change. */
export async function writeGauges(tables: Tables, records: readonly GaugeRecord[]): Promise<void> {
  const byGauge = new Map<string, GaugeRecord[]>();
  for (const record of records) byGauge.set(nameOf(record.gauge), [...(byGauge.get(nameOf(record.gauge)) ?? []), record]);
  // In the order of their names, so that two writers never wait for each other.
  for (const [, changes] of [...byGauge].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const [first] = changes;
    if (first === undefined) continue;
    const id = await numberOf(tables, first.gauge);
    let held = await heldAt(tables, id, first.moment.at);
    for (const { moment, values } of changes) {
      const numbers = formatGaugeValues(values);
      if (numbers === held || (values === null && held === null)) continue;
      const row = { gauge_id: id, at: moment.at, not_before: moment.notBefore, numbers };
      await tables
        .insertInto("gauge_value")
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await rollUpGauge(tables, id, moment.at, values);
      held = numbers;
    }
  }
}

/** The row of a gauge; it is made where there is none yet. */
async function numberOf(tables: Tables, { cluster, source, namespace, kind, name }: GaugeKey): Promise<number> {
  const key = { cluster, source, namespace, kind, name };
  await tables
    .insertInto("gauge")
    .values(key)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await tables
    .selectFrom("gauge")
    .select("id")
    .where(({ eb, and }) => and(Object.entries(key).map(([column, value]) => eb(column as keyof GaugeKey, "=", value))))
    .executeTakeFirstOrThrow();
  return id;
}

/** What is stored of a gauge at a moment; null where nothing is. */
async function heldAt(tables: Tables, id: number, at: number): Promise<string | null> {
  const row = await tables
    .selectFrom("gauge_value")
    .select("numbers")
    .where("gauge_id", "=", id)
    .where("at", "<=", at)
    .orderBy("at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.numbers ?? null;
}

function nameOf({ cluster, source, namespace, kind, name }: GaugeKey): string {
  return [cluster, source, namespace, kind, name].join("\n");
}
