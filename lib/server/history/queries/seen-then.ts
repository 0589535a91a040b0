import type { Kysely } from "kysely";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import { recordedKind, storedName } from "@/lib/server/cluster/kinds";
import { type Tables, tableOf } from "@/lib/server/cluster/tables";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { HistorySchema } from "@/lib/server/history/schema";
import { LAG_MS } from "./coverage";

/**
 * Which sources of tables were seen at a moment: a recorder had a window on them, and all that was kept of their objects is known. What is not
 * recorded, as Pods, was not seen; nor was, whole, what an earlier version of Stolos kept less of.
 */
export async function seenThen(database: Kysely<HistorySchema>, at: number, tables: Tables): Promise<FleetReader["sees"]> {
  const windows = await database
    .selectFrom("watch_window")
    .select(["cluster", "kind", "namespace"])
    .where("from_at", "<=", at)
    .where(({ and, or, eb }) => or([eb("to_at", ">=", at), and([eb("ended_because", "=", ""), eb("to_at", ">=", at - LAG_MS)])]))
    .execute();
  const seen = new Map<string, Set<string>>();
  for (const { cluster, kind, namespace } of windows) {
    const places = seen.get(`${cluster}\n${kind}`) ?? new Set<string>();
    seen.set(`${cluster}\n${kind}`, places.add(namespace));
  }
  return (cluster, source, namespace) => {
    if (recordedKind(source)?.recordedBy !== "table") return false;
    const places = seen.get(`${cluster}\n${storedName(source)}`);
    if (places === undefined) return false;
    const isWatched = places.has(ALL_NAMESPACES) || (namespace === undefined ? places.size > 0 : places.has(namespace));
    const table = tableOf(tables, source);
    return isWatched && areWhole(namespace === undefined ? table.inCluster(cluster) : table.inNamespace(cluster, namespace));
  };
}

/** Is everything known that decides about the objects? One that could not be read then is known to have been so. */
function areWhole(objects: Iterable<IndexedTableObject & { readonly parsed?: unknown }>): boolean {
  for (const { parsed, unreadable } of objects) if (parsed === null && unreadable === null) return false;
  return true;
}
