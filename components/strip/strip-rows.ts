import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { machinesInRuns, ribbonRuns, splitCellsAndBar } from "./cell-runs";

/** A deleted group in the history. `at` in milliseconds. */
export interface DeletedGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly at: number;
}

/** Adds a row for each deleted group, after the other groups of its namespace. Skips a group that was created again under the same name. */
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

/** The index after the last row of the namespace. Without such a row, the index where the namespace belongs alphabetically. */
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

/** A list with at least one row. */
export type NonEmptyRows = readonly [FleetStripRow, ...FleetStripRow[]];

/** Splits rows into lists of neighbours with the same key. Rows are already sorted by cluster and namespace. */
export function splitRowsByKey(rows: readonly FleetStripRow[], keyOf: (row: FleetStripRow) => string): readonly NonEmptyRows[] {
  const found: [FleetStripRow, ...FleetStripRow[]][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last !== undefined && keyOf(last[0]) === keyOf(row)) last.push(row);
    else found.push([row]);
  }
  return found;
}

/** The largest width of a bar in percent of the ribbons' width: alone on its line, and next to other ribbons. */
const PERCENT_ALONE = 95;
const PERCENT_BESIDE = 35;

/** Returns the scale of all bars of the fleet, so that the longest one fits: percent of the ribbons' width per machine. */
export function barPercentPerMachine(rows: readonly FleetStripRow[]): number {
  const longest = (own: readonly FleetStripRow[]) => Math.max(1, ...own.map((row) => machinesInRuns(splitCellsAndBar(ribbonRuns(row), true).bar)));
  const alone = rows.filter(({ namespace }) => namespace === "");
  const beside = rows.filter(({ namespace }) => namespace !== "");
  // Rounded to two significant digits, so that one machine more or less seldom rescales all ribbons.
  return Number(Math.min(PERCENT_ALONE / longest(alone), PERCENT_BESIDE / longest(beside)).toPrecision(2));
}

/** Returns the number of machines in rows, with lost and missing ones. */
export function machinesInRows(rows: readonly FleetStripRow[]): number {
  return rows.reduce((sum, { total, lost, missing }) => sum + total + lost + missing, 0);
}
