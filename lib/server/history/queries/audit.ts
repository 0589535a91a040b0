import { type Kysely, type RawBuilder, type SqlBool, sql } from "kysely";
import type { AuditAnswer } from "@/lib/contract/answers/audit";
import type { ObjectCommandName } from "@/lib/contract/commands";
import type { AuditQuery } from "@/lib/contract/url/history-query";
import type { NamespaceScope, Scope } from "@/lib/domain/source/scope";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import type { HistorySchema } from "@/lib/server/history/schema";
import { Refusal } from "@/lib/server/http/problem";
import type { Span } from "./spans";

/**
 * A page of the commands that were given, newest first: of those whose object lies where the asker may see objects of its kind. No number of the
 * database is told: it would say how many others there are.
 */
export async function auditPage(database: Kysely<HistorySchema>, query: AuditQuery, scope: Scope): Promise<Pick<AuditAnswer, "rows" | "next">> {
  const before = cursorOf(query.before);
  const rows = await database
    .selectFrom("audit")
    .select(["at", "who", "command", "verb", "resource", "cluster", "namespace", "name", "mode", "fields", "result", "audit_id as auditId"])
    .select(["object_uid as uid", "token_group as tokenGroup", "token_ends as tokenEnds"])
    .select(["session", "source_address as address", "request_id as requestId"])
    .where(inSight(scope, query))
    .$if(query.mode !== "", (asked) => asked.where("mode", "=", query.mode === "" ? "applied" : query.mode))
    .$if(query.q.trim() !== "", (asked) => asked.where(containing(query.q.trim())))
    .$if(query.at !== null, (asked) => asked.where("at", "<=", query.at ?? 0))
    .$if(before !== null, (asked) => asked.where("at", "<=", before?.at ?? 0))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .offset(before?.told ?? 0)
    .limit(query.limit + 1)
    .execute();
  const page = rows.slice(0, query.limit).map(({ uid, tokenGroup, session, address, requestId, ...row }) => ({
    ...{ ...row, uid: uid ?? "", tokenGroup: tokenGroup ?? "" },
    ...{ session: session ?? "", address: address ?? "", requestId: requestId ?? "" },
  }));
  return { rows: page, next: rows.length > page.length ? cursorAfter(page, before) : null };
}

/** A group that a user deleted with Stolos. `at`: the time of the audit line, in milliseconds. */
export interface DeletedGroup {
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
}

/** The audit lines of deleted groups. */
const DELETED_GROUP = { command: "delete-workloadgroup" satisfies ObjectCommandName, mode: "applied", result: "done" } as const;

/** Returns true if an audit line shows that a user deleted a group. */
export function isGroupDeletion({ command, mode, result }: Pick<AuditLine, keyof typeof DELETED_GROUP>): boolean {
  return command === DELETED_GROUP.command && mode === DELETED_GROUP.mode && result === DELETED_GROUP.result;
}

/** Returns the groups of a cluster that users deleted with Stolos between two moments. */
export async function groupsDeletedIn(database: Kysely<HistorySchema>, cluster: string, { from, to }: Span): Promise<readonly DeletedGroup[]> {
  return database
    .selectFrom("audit")
    .select(["namespace", "name", "at"])
    .where("at", ">=", from)
    .where("at", "<=", to)
    .where("cluster", "=", cluster)
    .where(({ and }) => and(DELETED_GROUP))
    .execute();
}

/** `told`: so many lines of that very moment were on the pages before. */
interface Cursor {
  readonly at: number;
  readonly told: number;
}

function cursorOf(before: string): Cursor | null {
  if (before === "") return null;
  const [, at, told] = /^(\d{1,15})\.(\d{1,6})$/.exec(before) ?? [];
  if (at === undefined || told === undefined) throw new Refusal(400, "Not understood", "Pass `next` of the page before as it came.", "before");
  return { at: Number(at), told: Number(told) };
}

function cursorAfter(page: readonly { readonly at: number }[], before: Cursor | null): string {
  const at = page.at(-1)?.at ?? 0;
  const here = page.filter((row) => row.at === at).length;
  return `${at}.${here + (before?.at === at ? before.told : 0)}`;
}

function inSight(scope: Scope, { cluster: clusters, ns }: Pick<AuditQuery, "cluster" | "ns">): RawBuilder<SqlBool> {
  const seen = [...scope.clusters].filter(([cluster]) => clusters.length === 0 || clusters.includes(cluster));
  const sides = seen.flatMap(([cluster, kinds]) =>
    [...kinds].flatMap(([kind, namespaces]) => {
      const names = picked(namespaces, ns);
      if (names !== "all" && names.length === 0) return [];
      const here = sql<SqlBool>`(audit.cluster = ${cluster} and audit.seen_with = ${kind})`;
      return [names === "all" ? here : sql<SqlBool>`(${here} and audit.namespace in (${sql.join([...names])}))`];
    }),
  );
  return sides.length === 0 ? sql<SqlBool>`1 = 0` : sql<SqlBool>`(${sql.join(sides, sql` or `)})`;
}

function picked(seen: NamespaceScope, ns: readonly string[]): NamespaceScope {
  if (ns.length === 0) return seen;
  return seen === "all" ? ns : seen.filter((name) => ns.includes(name));
}

function containing(text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const columns = [
    "who",
    "command",
    "namespace",
    "name",
    "fields",
    "result",
    "audit_id",
    "object_uid",
    "token_group",
    "session",
    "source_address",
    "request_id",
  ];
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`lower(${sql.ref(`audit.${column}`)}) like ${pattern} escape '\\'`),
    sql` or `,
  )})`;
}
