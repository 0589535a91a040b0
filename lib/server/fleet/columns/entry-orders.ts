import { compareText } from "@/lib/domain/object/compare-text";
import { MACHINE_TROUBLES } from "@/lib/domain/verdict/tiers";
import { CHANGED } from "./changed";
import { whyAt } from "./entry-text";
import type { FleetStore } from "./fleet-store";
import { BY_SORT, newestFirst } from "./listed-fields";
import { OrderedSlots } from "./ordered-slots";
import { compareOf, type SortKey, sortedByKey } from "./sort-key";
import { machineHarmAt } from "./verdict-columns";

type Compare = (a: number, b: number) => number;

/** An order of entries and the bits of a change (CHANGED) that can move an entry in it. */
export interface EntryOrder {
  readonly compare: Compare;
  readonly mask: number;
  /** What it sorts by before names. */
  readonly key: SortKey;
  readonly descending: boolean;
}

/** Sorts by what is no field of the entry. "" is the default: the most harm first. */
const JUDGED_SORTS = ["", "state", "since", "why", "group"] as const;

/** The columns that a list can be sorted by: these, and the fields that are described as such. */
export const ENTRY_SORTS: readonly string[] = [...JUDGED_SORTS, ...BY_SORT.keys()];

/** The order of a sort as the URL spells it (`-` in front for descending), or null where there is no such column. Ties go by cluster, namespace and name. */
export function entryOrder(store: FleetStore, spelled: string): EntryOrder | null {
  const descending = spelled.startsWith("-");
  const sorted = sortOf(store, descending ? spelled.slice(1) : spelled);
  if (sorted === null) return null;
  const [key, mask] = sorted;
  const byKey = compareOf(key);
  const directed: Compare = descending ? (a, b) => byKey(b, a) : byKey;
  return { compare: (a, b) => directed(a, b) || byName(store, a, b), mask: mask | CHANGED.existence | CHANGED.place, key, descending };
}

function sortOf(store: FleetStore, spelled: string): readonly [SortKey, number] | null {
  const listed = BY_SORT.get(spelled);
  if (listed !== undefined) return [listed.keyOf(store), listed.bit];
  const { columns } = store;
  const { derivedBytes, derivedFloats } = columns;
  switch (JUDGED_SORTS.find((name) => name === spelled)) {
    case "":
      return [{ number: (slot) => harmKey(store, slot) }, CHANGED.state | CHANGED.since];
    case "state":
      // Within a state, those that nobody can vouch for come first: a ribbon counts its cells in the same order.
      return [{ number: (slot) => 2 * (derivedBytes.state[slot] ?? 0) + (derivedBytes.vouched[slot] ?? 0) }, CHANGED.state];
    case "why":
      return [{ text: (slot) => whyAt(store, slot) }, CHANGED.state | CHANGED.health | CHANGED.group];
    case "since":
      return [{ number: (slot) => newestFirst(derivedFloats.since[slot] ?? null) }, CHANGED.state | CHANGED.since];
    case "group":
      return [{ text: (slot) => store.groups.at(columns.int("group", slot)).name }, CHANGED.group];
    case undefined:
      return null;
  }
}

/** Above every time in milliseconds that a fleet can have. */
const AFTER_ALL_TIMES = 2 ** 48;

const CALM = MACHINE_TROUBLES.indexOf("waits");

/** The most harm first, and of equal harm the newest; those without harm by name, so that they stand still. */
function harmKey({ columns }: FleetStore, slot: number): number {
  const harm = machineHarmAt(columns, slot);
  const since = columns.derivedFloats.since[slot] ?? Number.NaN;
  return (harm + 1) * AFTER_ALL_TIMES - (harm < CALM && !Number.isNaN(since) ? since : 0);
}

function byName(store: FleetStore, a: number, b: number): number {
  const { columns, places } = store;
  const [here, there] = [columns.int("place", a), columns.int("place", b)];
  if (here !== there) {
    const [one, other] = [places.at(here), places.at(there)];
    return compareText(one.cluster, other.cluster) || compareText(one.namespace, other.namespace);
  }
  const [name, otherName] = [columns.names[a] ?? "", columns.names[b] ?? ""];
  if (name !== otherName) return name < otherName ? -1 : 1;
  return compareText(columns.uids.text(a), columns.uids.text(b));
}

interface KeptOrder {
  readonly order: EntryOrder;
  readonly slots: OrderedSlots;
}

/** Orders that are always kept: the default one, and that by name, from which any other is made without comparing names. */
const ALWAYS: readonly string[] = ["", "cluster"];

/** Orders that are kept beside these: each costs every change a little. */
const KEPT_ORDERS = 4;

/** The whole fleet in the orders that were asked for last, kept in order change by change. */
export class EntryOrders {
  readonly #orders = new Map<string, KeptOrder>();

  constructor(private readonly store: FleetStore) {
    store.hookEntries({ leaving: (slot, mask) => this.#leave(slot, mask), entering: (slot, mask) => this.#enter(slot, mask) });
    const slots = [...Array(store.columns.limit).keys()].filter((slot) => store.isUsed(slot));
    for (const spelled of ALWAYS) {
      const order = entryOrder(store, spelled);
      if (order !== null) this.#orders.set(spelled, { order, slots: OrderedSlots.ofSorted(slots.sort(order.compare), order.compare) });
    }
  }

  /** Every entry in an order; an unknown one is the default. */
  of(spelled: string): KeptOrder {
    const known = this.#orders.get(spelled);
    if (known !== undefined) return this.#keep(spelled, known);
    const order = entryOrder(this.store, spelled);
    if (order === null) return this.of("");
    const byName = this.of("cluster").slots;
    return this.#keep(spelled, { order, slots: OrderedSlots.ofSorted(sortedByKey([...byName], order.key, order.descending), order.compare) });
  }

  /** Keeps an order as the last one asked for, and forgets the one that nobody has asked for longest. */
  #keep(spelled: string, kept: KeptOrder): KeptOrder {
    this.#orders.delete(spelled);
    this.#orders.set(spelled, kept);
    const others = [...this.#orders.keys()].filter((key) => !ALWAYS.includes(key));
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
