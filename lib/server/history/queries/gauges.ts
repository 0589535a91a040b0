import { type Kysely, type SqlBool, sql } from "kysely";
import { type GaugeValues, keptValues, sameValues } from "@/lib/domain/history/gauge";
import type { Scope } from "@/lib/domain/scope";
import { SOURCE_NAMES } from "@/lib/domain/source";
import type { GaugeKey } from "@/lib/server/history/history-record";
import { storedName } from "@/lib/server/history/recorded-sources";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

/** What a gauge was from a moment on; null = it was no more. Milliseconds. */
export interface GaugeStep {
  readonly at: number;
  readonly notBefore: number | null;
  readonly values: GaugeValues | null;
}

/** A gauge over a span: its first step may lie before the span, and holds at its beginning. */
export interface GaugeSeries extends GaugeKey {
  readonly steps: readonly GaugeStep[];
}

/** The gauges of a sort (and name, if one is picked) that somebody may see, as each changed within a span. Those of which nothing is known in it are left out. */
export async function gaugesIn(
  database: Kysely<HistorySchema>,
  kind: string,
  span: Span,
  scope: Scope,
  picked: Picked & { readonly name?: string },
): Promise<GaugeSeries[]> {
  const inSight = SOURCE_NAMES.map((name) => sql<SqlBool>`(gauge.source = ${storedName(name)} and ${inPlace("gauge", name, scope, picked)})`);
  const rows = await database
    .selectFrom("gauge")
    .innerJoin("gauge_value", "gauge_value.gauge_id", "gauge.id")
    .select(["gauge.id", "cluster", "source", "namespace", "kind", "name", "at", "not_before", "numbers"])
    .where("kind", "=", kind)
    .$if(picked.name !== undefined, (query) => query.where("name", "=", picked.name ?? ""))
    .where(sql<SqlBool>`(${sql.join(inSight, sql` or `)})`)
    .where("at", "<=", span.to)
    .where(({ eb, selectFrom, fn }) =>
      eb(
        "at",
        ">=",
        fn.coalesce(
          selectFrom("gauge_value as first")
            .select(({ fn: of }) => of.max("first.at").as("at"))
            .whereRef("first.gauge_id", "=", "gauge.id")
            .where("first.at", "<=", span.from),
          sql<number>`0`,
        ),
      ),
    )
    .orderBy("cluster")
    .orderBy("namespace")
    .orderBy("name")
    .orderBy("at")
    .execute();
  const found = new Map<number, GaugeSeries & { readonly steps: GaugeStep[] }>();
  for (const { id, at, not_before, numbers, ...key } of rows) {
    const series = found.get(id) ?? { ...key, steps: [] };
    found.set(id, series);
    const values = keptValues(numbers);
    const last = series.steps.at(-1);
    // Two recorders may have written the same change a moment apart.
    if (values !== undefined && (last === undefined || !sameValues(last.values, values))) series.steps.push({ at, notBefore: not_before, values });
  }
  return [...found.values()].filter(({ steps }) => steps.some(({ values, at }) => values !== null || at > span.from));
}

/** The gauges of a source (by its stored name) that have not ended; `namespace` "*" = all. */
export async function openGauges(database: Kysely<HistorySchema>, cluster: string, source: string, namespace: string): Promise<GaugeKey[]> {
  const rows = await database
    .selectFrom("gauge")
    .select(["cluster", "source", "namespace", "kind", "name"])
    .select(({ selectFrom }) =>
      selectFrom("gauge_value").select("numbers").whereRef("gauge_value.gauge_id", "=", "gauge.id").orderBy("at", "desc").limit(1).as("numbers"),
    )
    .where("cluster", "=", cluster)
    .where("source", "=", source)
    .$if(namespace !== "*", (query) => query.where("namespace", "=", namespace))
    .execute();
  return rows.filter(({ numbers }) => numbers !== null && numbers !== "null").map(({ numbers: _, ...key }) => key);
}
