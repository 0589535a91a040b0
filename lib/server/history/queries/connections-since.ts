import type { Kysely } from "kysely";
import type { Claim } from "@/lib/domain/control-plane/reconnections";
import type { Scope } from "@/lib/domain/scope";
import { timestampOf } from "@/lib/domain/timestamp";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

/** The connections that machines made within a while, and the ends of their entries, by name. */
export interface ConnectionsSince {
  readonly claims: ReadonlyMap<string, readonly Claim[]>;
  readonly endings: ReadonlyMap<string, { readonly at: number; readonly cause: string }>;
  /** More happened than is read. */
  readonly isCut: boolean;
}

const READ_AT_MOST = 400_000;

/** The key of a machine by its name: one that was registered anew has another uid. */
export function machineKey({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  return `${cluster}/${namespace}/${name}`;
}

/** Reads what machines in sight did, the first of it where there is very much. */
export async function connectionsSince(database: Kysely<HistorySchema>, span: Span, scope: Scope, picked: Picked): Promise<ConnectionsSince> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(["cluster", "namespace", "name", "type", "at", "to_word", "detail"])
    .where("type", "in", ["connected", "renewed", "ended"])
    .where("at", ">", span.from)
    .where("at", "<=", span.to)
    .where("kind", "=", "entry")
    .where(inPlace("subject", "workloadentries", scope, picked))
    .orderBy("at")
    .orderBy("transition.id")
    .limit(READ_AT_MOST)
    .execute();
  const claims = new Map<string, Claim[]>();
  const endings = new Map<string, { at: number; cause: string }>();
  for (const row of rows) {
    const key = machineKey(row);
    if (row.type === "ended") endings.set(key, { at: row.at, cause: row.to_word });
    else {
      const { ms } = timestampOf(row.detail);
      if (ms !== null) claims.set(key, [...(claims.get(key) ?? []), { at: ms, replica: row.to_word }]);
    }
  }
  return { claims, endings, isCut: rows.length === READ_AT_MOST };
}
