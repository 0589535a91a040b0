import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { SOURCE_NAMES, type SourceName } from "@/lib/domain/source/source";
import type { ObjectTable } from "@/lib/server/table/indexed-table";
import { KINDS, type ObjectOf } from "./kinds";

/** A source with few objects: they are stored in a table. */
export type TableSource = { readonly [S in SourceName]: (typeof KINDS)[S]["table"] extends null ? never : S }[SourceName];

/** The tables of a live or past fleet, one per source with few objects. */
export type Tables = { readonly [S in TableSource]: ObjectTable<ObjectOf<S>> };

export const TABLE_SOURCES: readonly TableSource[] = SOURCE_NAMES.filter(isTableSource);

/** Empty tables. */
export function createTables(): Tables {
  return Object.fromEntries(TABLE_SOURCES.map((source) => [source, KINDS[source].table()])) as unknown as Tables;
}

/** The table of a source, for code that treats all tables alike. */
export function tableOf(tables: Tables, source: TableSource): ObjectTable<IndexedTableObject> {
  return tables[source];
}

/** Are the objects of a source stored in a table? */
export function isTableSource(source: SourceName): source is TableSource {
  return KINDS[source].table !== null;
}
