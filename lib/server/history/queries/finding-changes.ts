import { type Kysely, sql } from "kysely";
import type { FindingChanges, RuleChanges } from "@/lib/contract/answers/finding-changes";
import type { FindingChangesQuery } from "@/lib/contract/url/history-query";
import { RULES } from "@/lib/domain/findings/rules";
import { findingHistoryScope, NAMESPACE_LOCAL_RULE_CODES } from "@/lib/domain/findings/visible-history";
import { FINDING_CHECK_MS } from "@/lib/domain/history/finding-history";
import { FINDINGS_WATCHED, ruleAsked } from "@/lib/server/history/finding-record";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Sight } from "./activity";
import { CODE_OF_FINDING, findingsInSight } from "./findings-in-sight";
import { joined, type Span, uncovered } from "./spans";

/** A window that goes on is moved on at each look: what lies so far behind is no gap yet. Milliseconds. */
const LAG_MS = 3 * FINDING_CHECK_MS;

type Parts = Sight & { readonly query: FindingChangesQuery; readonly span: Span };
type Changes = Omit<FindingChanges, "recorded">;

/** What rules find at the end of a window, compared with what they found at its beginning, or where the record begins. */
export async function findingChangesIn(database: Kysely<HistorySchema>, { query, span, ...sight }: Parts): Promise<Changes> {
  const clusters = [...sight.scope.clusters.keys()].filter((cluster) => query.cluster.length === 0 || query.cluster.includes(cluster));
  const isAllSeen = clusters.every((cluster) => findingHistoryScope(sight.scope, sight.recorder, cluster).kind === "all");
  const nothing = { ...span, comparedFrom: null, rules: [], gaps: [], hidden: isAllSeen ? 0 : RULES.length - NAMESPACE_LOCAL_RULE_CODES.length };
  if (clusters.length === 0) return nothing;
  const since = await recordedSince(database, clusters);
  if (since === null || since >= span.to) return nothing;
  const compared = { from: Math.max(span.from, since), to: span.to };
  const [rows, asked, gaps] = await Promise.all([
    countedIn(database, compared, { query, ...sight }),
    askedSince(database, clusters),
    gapsIn(database, clusters, compared),
  ]);
  const counts = new Map(rows.map((row) => [row.code, row]));
  const rules = RULES.map((rule): RuleChanges => {
    const { before = 0, now = 0, appeared = 0, resolved = 0 } = counts.get(rule.code) ?? {};
    const since = asked.get(rule.code) ?? null;
    // What a rule found before anybody asked it is not known.
    const isAnew = since === null || since > compared.from;
    const [was, is, came, went] = [before, now, appeared, resolved].map(Number);
    return {
      ...{ code: rule.code, rule: rule.name, severity: rule.severity, askedSince: since },
      ...{ before: isAnew ? null : (was ?? 0), now: is ?? 0, appeared: came ?? 0, resolved: went ?? 0 },
    };
  });
  return {
    ...nothing,
    comparedFrom: compared.from,
    rules: rules.filter(({ before, now, appeared, resolved }) => (before ?? 0) + now + appeared + resolved > 0),
    gaps,
  };
}

/** When the first look at the last of these clusters was: before it not all of them are known. */
async function recordedSince(database: Kysely<HistorySchema>, clusters: readonly string[]): Promise<number | null> {
  const rows = await database
    .selectFrom("watch_window")
    .select(["cluster", ({ fn }) => fn.min("from_at").as("since")])
    .where("kind", "=", FINDINGS_WATCHED)
    .where("cluster", "in", clusters)
    .groupBy("cluster")
    .execute();
  return rows.reduce<number | null>((latest, { since }) => Math.max(latest ?? 0, Number(since)), null);
}

/** By rule: how many there were at the beginning, are at the end, and came and went in between. What may have been there already at the beginning was. */
function countedIn(database: Kysely<HistorySchema>, { from, to }: Span, { query, scope, recorder }: Omit<Parts, "span">) {
  const wasThere = sql`(valid_from <= ${from} or (not_before is not null and not_before < ${from}))`;
  const sum = (what: ReturnType<typeof sql>, name: string) => sql<number>`sum(case when ${what} then 1 else 0 end)`.as(name);
  return database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .select([
      CODE_OF_FINDING.as("code"),
      sum(wasThere, "before") as never,
      sum(sql`(valid_to is null or valid_to > ${to})`, "now") as never,
      sum(sql`not ${wasThere}`, "appeared") as never,
      sum(sql`(valid_to is not null and valid_to <= ${to})`, "resolved") as never,
    ])
    .where(findingsInSight(scope, recorder, { clusters: query.cluster, namespaces: query.ns }))
    .where("valid_from", "<=", to)
    .where(({ or, eb }) => or([eb("valid_to", "is", null), eb("valid_to", ">", from)]))
    .groupBy(CODE_OF_FINDING)
    .execute() as Promise<{ readonly code: string; readonly before: number; readonly now: number; readonly appeared: number; readonly resolved: number }[]>;
}

/** Since when each rule is asked in all of these clusters. */
async function askedSince(database: Kysely<HistorySchema>, clusters: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom("version")
    .innerJoin("subject", "subject.id", "version.subject_id")
    .select(["uid", "valid_from"])
    .where("subject.kind", "=", "finding")
    .where("subject.cluster", "in", clusters)
    .where("subject.uid", "like", "rule/%")
    .execute();
  const found = new Map<string, number>();
  for (const { uid, valid_from } of rows) {
    const code = ruleAsked(uid);
    if (code !== null) found.set(code, Math.max(found.get(code) ?? 0, valid_from));
  }
  return found;
}

/** When nobody looked at one of these clusters. */
async function gapsIn(database: Kysely<HistorySchema>, clusters: readonly string[], span: Span): Promise<Span[]> {
  const rows = await database
    .selectFrom("watch_window")
    .select(["cluster", "from_at", "to_at"])
    .where("kind", "=", FINDINGS_WATCHED)
    .where("cluster", "in", clusters)
    .where("from_at", "<=", span.to)
    .where("to_at", ">=", span.from)
    .execute();
  const gaps = clusters.flatMap((cluster) => {
    const seen = rows.filter((row) => row.cluster === cluster).map(({ from_at, to_at }) => ({ from: from_at, to: to_at + LAG_MS }));
    return uncovered(seen, span);
  });
  return joined(gaps);
}
