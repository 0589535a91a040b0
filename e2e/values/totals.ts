import type { Right, Values } from "./invariant";
import { wordOf } from "./machines";
import { linkedObject, type ReadElement } from "./read-page";
import { type Group, isReconnectingAtOnce, isTrouble, servingOf, unverifiedOf, type World } from "./world";

/** Numbers as values n0, n1, …; null = there are none. */
export function listed(numbers: readonly number[]): Values | null {
  return numbers.length === 0 ? null : Object.fromEntries(numbers.map((number, index) => [`n${index}`, number]));
}

/** The same for numbers of which all must be there, in this order. */
export function seriesOf(numbers: readonly number[]): Readonly<Record<string, number>> {
  return { ...Object.fromEntries(numbers.map((number, index) => [`n${index}`, number])), length: numbers.length };
}

/**
 * The series of machines by state for these numbers of a page. Pages count healthy machines whose replica is not visible apart, before the other healthy
 * ones: both together must be right.
 */
export function statesSeries(shown: readonly number[], right: readonly number[]): Readonly<Record<string, number>> {
  const [apart = 0, others = 0] = shown.slice(-2);
  const isSplit = shown.length === right.length + 1 && apart + others === right.at(-1);
  return seriesOf(isSplit ? [...right.slice(0, -1), apart, others] : right);
}

/** Each number of a text must be one of these. */
export function oneOf(numbers: readonly number[], right: readonly number[]): Readonly<Record<string, Right>> {
  return Object.fromEntries(numbers.map((_, index) => [`n${index}`, { any: right }]));
}

/** "NAMESPACE/NAME" of the group that the row of an element links to, "NAMESPACE/" for machines without one; null = none. */
export function groupOfLinks({ links, href }: ReadElement): string | null {
  for (const link of href === "" ? links : [href]) {
    const linked = linkedObject(link);
    if (linked?.kind === "groups") return `${linked.namespace}/${linked.name}`;
    const search = new URLSearchParams(link.split("?")[1]);
    if (link.startsWith("/entries?") && search.get("q") === "group:none") return `${search.get("ns")}/`;
  }
  return null;
}

/** Filter terms in the query of an address: "zone:eu-1a state:overdue state:reconnecting" as a map. Values of one key are joined: "overdue,reconnecting". */
export function termsOf(href: string): ReadonlyMap<string, string> {
  const words = (new URLSearchParams(href.split("?")[1]).get("q") ?? "").split(" ").filter((word) => word.includes(":"));
  const terms = new Map<string, string>();
  for (const word of words) {
    const [key, value] = [word.slice(0, word.indexOf(":")), word.slice(word.indexOf(":") + 1).replaceAll('"', "")];
    const known = terms.get(key);
    terms.set(key, known === undefined ? value : `${known},${value}`);
  }
  return terms;
}

/** The sums over all machines and groups. */
export interface Totals {
  readonly serving: number;
  /** The total of the fleet. More than one value is right if the objects do not show that a machine left as planned. */
  readonly total: readonly number[];
  readonly unverified: number;
  readonly reconnecting: number;
  readonly namespaces: number;
  readonly connections: number;
  readonly replicas: number;
  readonly groups: number;
  readonly unsized: number;
}

export function totalsOf(world: World): Totals {
  const sized = world.namedGroups.filter(({ size }) => size !== null);
  const { machines, groups } = world;
  const aways = [...groups.values()].map((group) => awayFrom(group, world));
  const [least, most] = (["least", "most"] as const).map((end) => aways.reduce((sum, away) => sum + away[end], machines.length));
  const isRunning = ({ state }: { readonly state?: { readonly running?: unknown } }) => state?.running !== undefined;
  return {
    serving: servingOf(machines),
    total: numbersBetween(least ?? 0, most ?? 0),
    unverified: unverifiedOf(machines),
    reconnecting: machines.filter(({ state }) => wordOf(state) === "reconnecting").length,
    namespaces: new Set([...groups.values()].map(({ namespace }) => namespace)).size,
    connections: machines.filter(({ isConnected }) => isConnected).length,
    replicas: world.objects("pod").filter(({ metadata, status }) => metadata.labels?.app === "istiod" && status?.containerStatuses?.some(isRunning)).length,
    groups: world.namedGroups.length,
    unsized: world.namedGroups.length - sized.length,
  };
}

function numbersBetween(least: number, most: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, more) => least + more);
}

/**
 * The machines of a group's total that are not registered. With a fixed size it is what the size lacks. In any other group each lost machine counts. The
 * objects prove a loss only if the group was deleted. Any other machine may have left as planned, or healthy from a range.
 */
export function awayFrom(group: Group, world: World): { readonly least: number; readonly most: number } {
  const { least, most } = endedFrom(group, world);
  const missing = group.isArriving ? 0 : Math.max(0, (group.size ?? 0) - group.machines.length);
  const isFixed = group.size !== null && !group.isRange && !group.isArriving;
  return isFixed ? { least: missing, most: missing } : { least: Math.max(missing, least), most: Math.max(missing, most) };
}

/** Is a group deleted, and has it no machines besides its lost ones? */
export function isGone({ exists, name, machines }: Group): boolean {
  return !exists && name !== "" && machines.length === 0;
}

/** The deleted machines of a group that count as lost. */
function endedFrom(group: Group, world: World): { readonly least: number; readonly most: number } {
  const ended = group.name === "" ? [] : world.endedOf(group);
  return { least: ended.filter(({ isLost }) => isLost === true).length, most: ended.filter(({ isLost }) => isLost !== false).length };
}

/** Counts the lost machines of a group: at most those that a fixed size lacks. */
export function lostFrom(world: World): (group: Group) => number {
  return (group) => Math.min(endedFrom(group, world).most, awayFrom(group, world).most);
}

/** The possible totals of a group. */
export function totalsOfGroup(group: Group, world: World): readonly number[] {
  const { least, most } = awayFrom(group, world);
  return numbersBetween(group.machines.length + least, group.machines.length + most);
}

/** Are fewer machines serving than the group declares? null = it declares no size, or is arriving. */
function isShort({ machines, size, isArriving }: Group): boolean | null {
  const draining = machines.filter(({ state }) => state === "draining").length;
  return size === null || isArriving ? null : servingOf(machines) + unverifiedOf(machines) + draining < size;
}

/** Does a group need attention? null = it lost machines, and the objects do not show if that was planned. */
export function needsAttention(group: Group, world: World): boolean | null {
  if (group.machines.some(({ state }) => isTrouble(state)) || isReconnectingAtOnce(group)) return true;
  const short = isShort(group);
  if (short !== null) return short;
  const { least, most } = endedFrom(group, world);
  return least > 0 ? true : most > 0 ? null : false;
}
