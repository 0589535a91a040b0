import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope, WatchedKind } from "@/lib/domain/scope";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";

type SubjectKind = HistorySchema["subject"]["kind"];

/** What somebody has to be allowed to see for a thing of a kind to be told. */
const SEEN_AS = {
  entry: "workloadentries",
  group: "workloadgroups",
  service: "services",
  serviceentry: "serviceentries",
  replica: "pods",
  world: "pods",
} as const satisfies Partial<Record<SubjectKind, WatchedKind>>;

/** Which things of the log somebody may read. What the recorder says of itself is for all who see machines in that place. */
export function thingsInSight(scope: Scope, picked: Picked): RawBuilder<SqlBool> {
  const sides = Object.entries(SEEN_AS).map(([kind, seen]) => sql<SqlBool>`(subject.kind = ${kind} and ${inPlace("subject", seen, scope, picked)})`);
  const anywhere = picked.clusters.length === 0 && picked.namespaces.length === 0 ? sql`('', '*')` : sql`('*')`;
  const recorder = sql<SqlBool>`(subject.kind = 'recorder' and (subject.namespace in ${anywhere} or ${inPlace("subject", "workloadentries", scope, picked)}))`;
  return sql<SqlBool>`(${sql.join([...sides, recorder], sql` or `)})`;
}
