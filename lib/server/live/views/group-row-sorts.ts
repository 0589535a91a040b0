import type { GroupRow } from "@/lib/contract/views/groups";
import { compareText } from "@/lib/domain/object/compare-text";
import { groupTrouble } from "@/lib/domain/statements/group";
import { acceptedLossesText } from "@/lib/format/accepted-loss-words";
import { groupTroubleText } from "@/lib/format/group-sentence";
import { joinParts } from "@/lib/format/text/lists";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { VisibleGroup } from "./visible-groups";

/** Columns that sort by what a row shows: a text, or a number (the least first). "" and null = the row shows nothing there. */
export const SHOWN_SORTS: ReadonlyMap<string, (row: GroupRow) => string | number | null> = new Map<string, (row: GroupRow) => string | number | null>([
  ["since", ({ state, since }) => (state === "healthy" || since === null ? null : -since)],
  ["why", shownWhy],
  ["probe", ({ probe }) => (probe === null || probe.method === "none" ? "" : `${probe.method} ${String(probe.port ?? 0).padStart(5, "0")}`)],
  ["account", ({ accounts }) => accounts[0] ?? ""],
  ["networks", ({ networks }) => networks[0] ?? ""],
  ["zones", ({ zones }) => zones[0] ?? ""],
]);

/** The text of a row below WHY. */
export function shownWhy(row: GroupRow): string {
  return joinParts([row.unreadable ?? groupTroubleText(groupTrouble(row), { past: false }), acceptedLossesText(row.rollUp)], " ");
}

/** Does a list sort by this column, as the URL spells it without its sign, by what its rows show? */
export function sortsByRow(column: string): boolean {
  return SHOWN_SORTS.has(column);
}

/** Groups in the order of what their rows show, those that show nothing last either way; ties as `compare` has them. `-` in front = descending. */
export function sortedByRow(
  fleet: FleetReader,
  groups: readonly VisibleGroup[],
  spelled: string,
  compare: (a: VisibleGroup, b: VisibleGroup) => number,
): VisibleGroup[] {
  const keyOf = SHOWN_SORTS.get(spelled.replace(/^-/, ""));
  const sign = spelled.startsWith("-") ? -1 : 1;
  const keyed = groups.map((group) => ({ group, key: keyOf?.(fleet.groupRow(group.record, group.sight)) ?? "" }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key, sign) || compare(a.group, b.group)).map(({ group }) => group);
}

function compareKeys(a: string | number, b: string | number, sign: number): number {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b)));
}
