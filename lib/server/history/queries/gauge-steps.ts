import type { Kysely } from "kysely";
import { type GaugeValues, parseGaugeValues, sameGaugeValues } from "@/lib/domain/history/gauge";
import { BUCKET_MS, bucketOf, type Tier } from "@/lib/server/history/bucket";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Span } from "./spans";

/** What a gauge was from a moment on; null = it was no more. Milliseconds. */
export interface GaugeStep {
  readonly at: number;
  /** Set where it may have changed earlier: not before this. Not known where changes are told by what was summed up. */
  readonly notBefore: number | null;
  readonly values: GaugeValues | null;
}

interface StoredStep {
  readonly at: number;
  readonly not_before: number | null;
  readonly numbers: string;
}

/**
 * One gauge over a span, in order; the first step may lie before it, and holds at its beginning. With a tier, of each minute or hour within the
 * span only the least and the last are told, so that a long span costs no more for having had many changes.
 */
export async function gaugeSteps(database: Kysely<HistorySchema>, gaugeId: number, span: Span, tier: Tier | null): Promise<GaugeStep[]> {
  const whole = tier === null ? null : await summedUp(database, gaugeId, span, tier);
  if (tier === null || whole === null) return told(await changesIn(database, gaugeId, span));
  const parts = await Promise.all([
    changesIn(database, gaugeId, { from: span.from, to: whole.from }),
    bucketsIn(database, gaugeId, whole, tier),
    // A version that sums nothing up may have written beside this one: what held last is read from the changes themselves.
    changesIn(database, gaugeId, { from: whole.to, to: span.to }),
  ]);
  return told(parts.flat());
}

/** The part of a span that is summed up in whole buckets; null where none is. What was recorded before buckets were is not. */
async function summedUp(database: Kysely<HistorySchema>, gaugeId: number, span: Span, tier: Tier): Promise<Span | null> {
  const first = await database
    .selectFrom("gauge_roll_up")
    .select("at")
    .where("gauge_id", "=", gaugeId)
    .where("tier", "=", tier)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return null;
  const from = bucketOf(tier, Math.max(span.from, first.at)) + BUCKET_MS[tier];
  const to = bucketOf(tier, span.to);
  return from < to ? { from, to } : null;
}

async function changesIn(database: Kysely<HistorySchema>, gaugeId: number, { from, to }: Span): Promise<StoredStep[]> {
  const changes = database.selectFrom("gauge_value").select(["at", "not_before", "numbers"]).where("gauge_id", "=", gaugeId);
  const [held, within] = await Promise.all([
    changes.where("at", "<=", from).orderBy("at", "desc").limit(1).execute(),
    changes.where("at", ">", from).where("at", "<=", to).orderBy("at").execute(),
  ]);
  return [...held, ...within];
}

async function bucketsIn(database: Kysely<HistorySchema>, gaugeId: number, { from, to }: Span, tier: Tier): Promise<StoredStep[]> {
  const rows = await database
    .selectFrom("gauge_roll_up")
    .select(["least", "least_at", "last", "last_at"])
    .where("gauge_id", "=", gaugeId)
    .where("tier", "=", tier)
    .where("at", ">=", from)
    .where("at", "<", to)
    .orderBy("at")
    .execute();
  return rows.flatMap(({ least, least_at, last, last_at }) => {
    const end = { at: last_at, not_before: null, numbers: last };
    return least_at < last_at ? [{ at: least_at, not_before: null, numbers: least }, end] : [end];
  });
}

/** Steps at which something changed: two recorders may have written the same change a moment apart. What cannot be read is left out. */
function told(rows: readonly StoredStep[]): GaugeStep[] {
  const steps: GaugeStep[] = [];
  for (const { at, not_before, numbers } of rows) {
    const values = parseGaugeValues(numbers);
    const last = steps.at(-1);
    if (values !== undefined && (last === undefined || (at > last.at && !sameGaugeValues(last.values, values))))
      steps.push({ at, notBefore: not_before, values });
  }
  return steps;
}
