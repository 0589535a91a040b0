import type { FleetStripRow } from "@/lib/contract/views/fleet";

/** A deletion of a group in the history. `at` in milliseconds. */
export interface DeletedGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
}

/** Returns the rows of a strip with a row for each deleted group, the last in its namespace. A group with the same name that exists again is no deleted one. */
export function withDeletedGroups(rows: readonly FleetStripRow[], deletions: readonly DeletedGroup[]): readonly FleetStripRow[] {
  const missing = new Map(deletions.filter(({ name }) => name !== "").map((deletion) => [idOf(deletion), deletion]));
  for (const { id } of rows) missing.delete(id);
  if (missing.size === 0) return rows;
  const all = [...rows];
  for (const deletion of missing.values()) all.splice(positionOf(all, deletion), 0, rowOf(deletion));
  return all;
}

function idOf({ cluster, namespace, name }: DeletedGroup): string {
  return `${cluster}/${namespace}/${name}`;
}

/** After the last row of its namespace; without one, before the first namespace that follows it. */
function positionOf(rows: readonly FleetStripRow[], { cluster, namespace }: DeletedGroup): number {
  const last = rows.findLastIndex((row) => row.cluster === cluster && row.namespace === namespace);
  if (last >= 0) return last + 1;
  const inCluster = rows.findLastIndex((row) => row.cluster === cluster && row.namespace !== "" && row.namespace < namespace);
  if (inCluster >= 0) return inCluster + 1;
  const first = rows.findIndex((row) => row.cluster === cluster);
  return first >= 0 ? first : rows.length;
}

function rowOf({ cluster, namespace, name, at }: DeletedGroup): FleetStripRow {
  const none = { counts: [], unvouched: 0, total: 0, notServing: 0, lost: 0, missing: 0, expected: null, expectedFrom: "unknown" } as const;
  return { id: `${cluster}/${namespace}/${name}`, cluster, namespace, name, ...none, deleted: { at } };
}
