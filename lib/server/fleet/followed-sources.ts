import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { TABLE_SOURCES, type TableSource, type Tables, tableOf } from "@/lib/server/cluster/tables";
import type { TableHook } from "@/lib/server/table/indexed-table";

/** The sources with a table that a reader does not follow, each with the reason. It follows all others, and so a new one. */
export type NotFollowed = Readonly<Partial<Record<TableSource, string>>>;

/** The reason not to follow Pods with the other sources: another rule decides in which namespaces they are watched and visible. */
export const PODS_APART = "Followed by its own hook.";

/** Calls `changed` for every change of an object of the followed sources, until all returned functions are called. */
export function followSources(tables: Tables, notFollowed: NotFollowed, changed: TableHook<IndexedTableObject>): readonly (() => void)[] {
  return TABLE_SOURCES.filter((source) => notFollowed[source] === undefined).map((source) => tableOf(tables, source).hook(changed));
}
