import { CHANGED } from "./entry-columns";
import type { FleetStore } from "./fleet-store";
import { compareText } from "./group-table";
import { OrderedSlots } from "./ordered-slots";

type Compare = (a: number, b: number) => number;

/** An order of entries and the bits of a change (CHANGED) that can move an entry in it. */
export interface EntryOrder {
  readonly compare: Compare;
  readonly mask: number;
}

/** The columns that a list can be sorted by. "" is the default: worst first. */
export const ENTRY_SORTS = [
  "",
  "state",
  "name",
  "namespace",
  "since",
  "connected",
  "age",
  "zone",
  "network",
  "replica",
  "revision",
  "address",
  "group",
] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

/** The order of a sort as the URL spells it (`-` in front for descending), or null where there is no such column. Ties go by cluster, namespace and name. */
export function entryOrder(store: FleetStore, spelled: string): EntryOrder | null {
  const descending = spelled.startsWith("-");
  const sort = ENTRY_SORTS.find((name) => name === (descending ? spelled.slice(1) : spelled));
  if (sort === undefined) return null;
  const [compare, mask] = sortOf(store, sort);
  const directed: Compare = descending ? (a, b) => compare(b, a) : compare;
  return { compare: (a, b) => directed(a, b) || byName(store, a, b), mask: mask | CHANGED.existence | CHANGED.place };
}

function sortOf(store: FleetStore, sort: EntrySort): readonly [Compare, number] {
  const { columns } = store;
  const byText =
    (column: "zone" | "network" | "controller" | "revision" | "address"): Compare =>
    (a, b) =>
      emptyLast(columns.text(column, a), columns.text(column, b));
  const byTime =
    (column: "connectedAt" | "createdAt"): Compare =>
    (a, b) =>
      newestFirst(columns.float(column, a), columns.float(column, b));
  switch (sort) {
    case "":
    case "state":
      return [(a, b) => worstFirst(columns.derivedBytes, a, b), CHANGED.state];
    case "name":
      return [(a, b) => compareText(columns.names[a] ?? "", columns.names[b] ?? ""), 0];
    case "namespace":
      return [() => 0, 0];
    case "since":
      return [(a, b) => newestFirst(columns.derivedFloats.since[a] ?? null, columns.derivedFloats.since[b] ?? null), CHANGED.state];
    case "connected":
      return [byTime("connectedAt"), CHANGED.connectionTimes];
    case "age":
      return [byTime("createdAt"), CHANGED.metadata];
    case "replica":
      return [byText("controller"), CHANGED.state];
    case "revision":
      return [byText("revision"), CHANGED.labels];
    case "address":
      return [byText("address"), CHANGED.spec];
    case "zone":
    case "network":
      return [byText(sort), CHANGED.place];
    case "group":
      return [(a, b) => emptyLast(groupName(store, a), groupName(store, b)), CHANGED.group];
  }
}

/** Within a state, those that nobody can vouch for come first: a ribbon counts its cells in the same order. */
function worstFirst({ state, vouched }: FleetStore["columns"]["derivedBytes"], a: number, b: number): number {
  return (state[a] ?? 0) - (state[b] ?? 0) || (vouched[a] ?? 0) - (vouched[b] ?? 0);
}

function groupName(store: FleetStore, slot: number): string {
  return store.groups.at(store.columns.int("group", slot)).name;
}

function emptyLast(a: string, b: string): number {
  if (a === "" || b === "") return a === b ? 0 : a === "" ? 1 : -1;
  return compareText(a, b);
}

/** As a person reads an age: the youngest first; without a time last. */
function newestFirst(a: number | null, b: number | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return b - a;
}

function byName(store: FleetStore, a: number, b: number): number {
  const { columns, places } = store;
  const [one, other] = [places.at(columns.int("place", a)), places.at(columns.int("place", b))];
  return (
    compareText(one.cluster, other.cluster) ||
    compareText(one.namespace, other.namespace) ||
    compareText(columns.names[a] ?? "", columns.names[b] ?? "") ||
    compareText(columns.uids.text(a), columns.uids.text(b))
  );
}

interface KeptOrder {
  readonly order: EntryOrder;
  readonly slots: OrderedSlots;
}

/** Orders that are kept beside the default one: each costs every change a little. */
const KEPT_ORDERS = 4;

/** The whole fleet in the orders that were asked for last, kept in order change by change. */
export class EntryOrders {
  readonly #orders = new Map<string, KeptOrder>();

  constructor(private readonly store: FleetStore) {
    store.hookEntries({ leaving: (slot, mask) => this.#leave(slot, mask), entering: (slot, mask) => this.#enter(slot, mask) });
    this.of("");
  }

  /** Every entry in an order; an unknown one is the default. */
  of(spelled: string): KeptOrder {
    const known = this.#orders.get(spelled);
    if (known !== undefined) return this.#keep(spelled, known);
    const order = entryOrder(this.store, spelled);
    if (order === null) return this.of("");
    const all: number[] = [];
    for (let slot = 0; slot < this.store.columns.limit; slot++) if (this.store.isUsed(slot)) all.push(slot);
    return this.#keep(spelled, { order, slots: OrderedSlots.ofSorted(all.sort(order.compare), order.compare) });
  }

  /** Keeps an order as the last one asked for, and forgets the one that nobody has asked for longest. */
  #keep(spelled: string, kept: KeptOrder): KeptOrder {
    this.#orders.delete(spelled);
    this.#orders.set(spelled, kept);
    const others = [...this.#orders.keys()].filter((key) => key !== "");
    const [oldest] = others;
    if (others.length > KEPT_ORDERS && oldest !== undefined) this.#orders.delete(oldest);
    return kept;
  }

  #leave(slot: number, mask: number): void {
    for (const { order, slots } of this.#orders.values()) if ((mask & order.mask) !== 0) slots.remove(slot);
  }

  #enter(slot: number, mask: number): void {
    for (const { order, slots } of this.#orders.values()) if ((mask & order.mask) !== 0) slots.insert(slot);
  }
}
