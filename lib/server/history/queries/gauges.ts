import { type Kysely, type SqlBool, sql } from "kysely";
import type { Scope } from "@/lib/domain/source/scope";
import { SOURCE_NAMES } from "@/lib/domain/source/source";
import { storedName } from "@/lib/server/cluster/kinds";
import type { Tier } from "@/lib/server/history/bucket";
import type { GaugeKey } from "@/lib/server/history/history-record";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { type GaugeStep, gaugeSteps } from "./gauge-steps";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

/** A gauge over a span: its first step may lie before the span, and holds at its beginning. */
export interface GaugeSeries extends GaugeKey {
  readonly steps: readonly GaugeStep[];
}

/**
 * The gauges of a sort (and name, if one is picked) that somebody may see, as each changed within a span, to the minute or hour where a tier is
 * named. Those of which nothing is known in it are left out.
 */
export async function gaugesIn(
  database: Kysely<HistorySchema>,
  kind: string,
  { tier = null, ...span }: Span & { readonly tier?: Tier | null },
  scope: Scope,
  picked: Picked & { readonly name?: string },
): Promise<GaugeSeries[]> {
  const inSight = SOURCE_NAMES.map((name) => sql<SqlBool>`(gauge.source = ${storedName(name)} and ${inPlace("gauge", name, scope, picked)})`);
  const gauges = await database
    .selectFrom("gauge")
    .select(["id", "cluster", "source", "namespace", "kind", "name"])
    .where("kind", "=", kind)
    .$if(picked.name !== undefined, (query) => query.where("name", "=", picked.name ?? ""))
    .where(sql<SqlBool>`(${sql.join(inSight, sql` or `)})`)
    .orderBy("cluster")
    .orderBy("namespace")
    .orderBy("name")
    .execute();
  const found = await Promise.all(gauges.map(async ({ id, ...key }) => ({ ...key, steps: await gaugeSteps(database, id, span, tier) })));
  return found.filter(({ steps }) => steps.some(({ values, at }) => values !== null || at > span.from));
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
