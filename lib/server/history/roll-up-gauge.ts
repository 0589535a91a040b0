import { type RawBuilder, sql } from "kysely";
import { formatGaugeValues, type GaugeValues, gaugeServingCount } from "@/lib/domain/history/gauge";
import type { Tables } from "./batch-context";
import { BUCKET_MS, bucketOf, type Tier } from "./bucket";

const TIERS = Object.keys(BUCKET_MS) as Tier[];

/** Adds a change of a gauge to the minute and the hour in which it lies. Added again, or out of order, it makes no difference. */
export async function rollUpGauge(tables: Tables, gaugeId: number, at: number, values: GaugeValues | null): Promise<void> {
  const numbers = formatGaugeValues(values);
  const change = { gauge_id: gaugeId, least: numbers, least_at: at, least_serving: gaugeServingCount(values), last: numbers, last_at: at };
  await tables
    .insertInto("gauge_roll_up")
    .values(TIERS.map((tier) => ({ ...change, tier, at: bucketOf(tier, at) })))
    .onConflict((conflict) =>
      conflict.columns(["gauge_id", "tier", "at"]).doUpdateSet({
        ...{ least: ifLess<string>("least"), least_at: ifLess<number>("least_at"), least_serving: ifLess<number>("least_serving") },
        ...{ last: ifLater<string>("last"), last_at: ifLater<number>("last_at") },
      }),
    )
    .execute();
}

/** The new value of a column where less served then, or as little earlier. */
function ifLess<T>(column: string): RawBuilder<T> {
  return sql<T>`case when excluded.least_serving < gauge_roll_up.least_serving
    or (excluded.least_serving = gauge_roll_up.least_serving and excluded.least_at < gauge_roll_up.least_at)
    then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`gauge_roll_up.${column}`)} end`;
}

function ifLater<T>(column: string): RawBuilder<T> {
  return sql<T>`case when excluded.last_at >= gauge_roll_up.last_at then ${sql.ref(`excluded.${column}`)} else ${sql.ref(`gauge_roll_up.${column}`)} end`;
}
