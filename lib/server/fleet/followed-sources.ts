import type { TableObject } from "@/lib/domain/table-object";
import type { TableHook } from "@/lib/server/table/indexed-table";
import { TABLE_SOURCES, type TableSource, type Tables, tableOf } from "./tables";

/** Of each source whose objects are in a table: true where a reader follows it, else why it does not. The compiler asks every reader about a new source. */
export type FollowedSources = Readonly<Record<TableSource, true | string>>;

/** Why Pods are not among what a reader follows alike: in which namespaces they are watched, and may be seen, is decided by another rule. */
export const PODS_APART = "Followed by a hook of their own.";

/** Hears of every change of the objects that a reader follows, until all of the functions that it gives are called. */
export function followSources(tables: Tables, followed: FollowedSources, changed: TableHook<TableObject>): readonly (() => void)[] {
  return TABLE_SOURCES.filter((source) => followed[source] === true).map((source) => tableOf(tables, source).hook(changed));
}
