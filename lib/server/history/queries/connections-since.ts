import type { Kysely } from "kysely";
import type { ConnectionEnd, ConnectionWithPreviousReplica, MachineConnectionHistory } from "@/lib/domain/control-plane/reconnections";
import { parseTimestamp } from "@/lib/domain/object/timestamp";
import type { Scope } from "@/lib/domain/source/scope";
import type { Named } from "@/lib/server/control-plane/rollout/judged-machines";
import type { HistorySchema } from "@/lib/server/history/schema";
import type { Picked } from "./coverage";
import { inPlace } from "./place-filter";
import type { Span } from "./spans";

/** The connections that machines made and lost within a while, and the ends of their entries, by name. */
export interface ConnectionsSince {
  readonly made: ReadonlyMap<string, MachineConnectionHistory & { readonly named: Named }>;
  readonly endings: ReadonlyMap<string, { readonly at: number; readonly cause: string }>;
  /** More happened than is read. */
  readonly isCut: boolean;
}

const READ_AT_MOST = 400_000;

/** The key of a machine by its name: one that was registered anew has another uid. */
export function machineKey({ cluster, namespace, name }: Named): string {
  return `${cluster}/${namespace}/${name}`;
}

/** Reads what machines in sight did, the first of it where there is very much. */
export async function connectionsSince(database: Kysely<HistorySchema>, span: Span, scope: Scope, picked: Picked): Promise<ConnectionsSince> {
  const rows = await database
    .selectFrom("transition")
    .innerJoin("subject", "subject.id", "transition.subject_id")
    .select(["cluster", "namespace", "name", "type", "at", "from_word", "to_word", "detail"])
    .where("type", "in", ["connected", "renewed", "disconnected", "ended"])
    .where("at", ">", span.from)
    .where("at", "<=", span.to)
    .where("kind", "=", "entry")
    .where(inPlace("subject", "workloadentries", scope, picked))
    .orderBy("at")
    .orderBy("transition.id")
    .limit(READ_AT_MOST)
    .execute();
  const made = new Map<string, { readonly named: Named; readonly claims: ConnectionWithPreviousReplica[]; readonly departures: ConnectionEnd[] }>();
  const endings = new Map<string, { at: number; cause: string }>();
  for (const row of rows) {
    const key = machineKey(row);
    if (row.type === "ended") endings.set(key, { at: row.at, cause: row.to_word });
    else {
      const { ms } = parseTimestamp(row.detail);
      if (ms === null) continue;
      const own = made.get(key) ?? { named: { cluster: row.cluster, namespace: row.namespace, name: row.name }, claims: [], departures: [] };
      made.set(key, own);
      if (row.type === "disconnected") own.departures.push({ at: ms, replica: row.from_word });
      else own.claims.push({ at: ms, replica: row.to_word, after: row.from_word });
    }
  }
  return { made, endings, isCut: rows.length === READ_AT_MOST };
}
