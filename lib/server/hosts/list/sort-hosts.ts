import type { ServiceRow } from "@/lib/contract/views/services";
import { compareText } from "@/lib/domain/object/compare-text";
import { compareServiceTrouble } from "@/lib/domain/services/service-status";
import type { ListedHost } from "./host-row";

/** Is there a column of this name to sort by, as the URL spells it? "" is the order by harm. */
export function isHostSort(spelled: string): boolean {
  return spelled === "" || HOST_SORTS.has(spelled.replace(/^-/, ""));
}

/** Sorts in place: by harm, or by a column with those that show nothing there last either way. */
export function sortHosts(hosts: ListedHost[], spelled: string): ListedHost[] {
  const keyOf = HOST_SORTS.get(spelled.replace(/^-/, ""));
  const sign = spelled.startsWith("-") ? -1 : 1;
  const byHarm = (a: ListedHost, b: ListedHost) => harmOrder(a.row, b.row);
  if (keyOf === undefined) return hosts.sort(byHarm);
  return hosts.sort((a, b) => compareKeys(keyOf(a.row), keyOf(b.row), sign) || byHarm(a, b));
}

type Key = string | number | null;

/** The columns that sort the list, by their name in the address. */
export const HOST_SORTS: ReadonlyMap<string, (row: ServiceRow) => Key> = new Map<string, (row: ServiceRow) => Key>([
  ["host", ({ host }) => host],
  ["cluster", ({ cluster }) => cluster],
  ["namespace", ({ namespace }) => namespace],
  ["owner", ({ kind, namespace, name }) => `${kind} ${namespace}/${name}`],
  ["machines", ({ machines }) => machines?.taken ?? null],
  ["pods", ({ pods }) => pods?.taken ?? null],
  ["share", ({ share }) => share],
  ["ports", ({ ports }) => ports[0] ?? null],
  ["callers", ({ callers, moreCallers }) => (callers === null ? Number.POSITIVE_INFINITY : callers.length + moreCallers)],
  ["age", ({ createdAt }) => (createdAt === null ? null : -createdAt)],
]);

/** By harm; of those equally well the ones that machines answer for first, then by place and name. */
function harmOrder(a: ServiceRow, b: ServiceRow): number {
  return (
    compareServiceTrouble(a.status, b.status) ||
    Number(takesMachines(b)) - Number(takesMachines(a)) ||
    compareText(a.cluster, b.cluster) ||
    compareText(a.namespace, b.namespace) ||
    compareText(a.host, b.host) ||
    compareText(a.id, b.id)
  );
}

function takesMachines({ machines, absent }: ServiceRow): boolean {
  return machines !== null && machines.taken + absent > 0;
}

function compareKeys(a: Key, b: Key, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (typeof a === "number" && typeof b === "number" ? a - b : compareText(String(a), String(b)));
}
