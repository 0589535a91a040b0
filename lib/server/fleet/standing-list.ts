import { FACETS, type FacetKey, formatTerm, type ListQuery } from "@/lib/contract/list-query";
import type { Facet } from "@/lib/contract/rows";
import type { Scope } from "@/lib/domain/scope";
import { STATES } from "@/lib/domain/verdict";
import { CHANGED } from "./entry-columns";
import { facetValue } from "./entry-facets";
import { type EntryFilter, entryFilter } from "./entry-filter";
import type { EntryOrder, EntryOrders } from "./entry-orders";
import type { FleetStore } from "./fleet-store";
import { compareText } from "./group-table";
import { OrderedSlots } from "./ordered-slots";

const FACET_VALUES = 12;
const ORDER: readonly string[] = STATES;

/** A filtered and sorted list of entries that keeps itself up to date: a change costs one test of one entry, whatever the size of the fleet. */
export class StandingList {
  readonly #filter: EntryFilter;
  readonly #order: EntryOrder;
  readonly #slots: OrderedSlots;
  readonly #counts = new Map<FacetKey, Map<string, number>>(FACETS.map((key) => [key, new Map<string, number>()]));
  readonly #listeners = new Set<(slot: number, mask: number) => void>();
  readonly #unhook: () => void;
  #total = 0;

  constructor(
    private readonly store: FleetStore,
    orders: EntryOrders,
    readonly query: ListQuery,
    scope: Scope,
  ) {
    this.#filter = entryFilter(store, query, scope);
    const base = orders.of(query.sort);
    this.#order = base.order;
    const members: number[] = [];
    for (const slot of base.slots) if (this.#count(slot, 1) === "member") members.push(slot);
    this.#slots = OrderedSlots.ofSorted(members, this.#order.compare);
    this.#unhook = store.hookEntries({ leaving: (slot, mask) => this.#leave(slot, mask), entering: (slot, mask) => this.#enter(slot, mask) });
  }

  /** Entries in sight, before any filter but clusters and namespaces. */
  get total(): number {
    return this.#total;
  }

  get matched(): number {
    return this.#slots.size;
  }

  slice(offset: number, limit: number): number[] {
    return this.#slots.slice(offset, limit);
  }

  /** Where an entry stands in the list, or -1. */
  indexOf(slot: number): number {
    return this.#isMember(slot) ? this.#slots.indexOf(slot) : -1;
  }

  /** Hears of every change to a member, of one that comes or goes, and of every other that moves a count. */
  listen(listener: (slot: number, mask: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How many entries of the list have each value; a facet is counted without its own filter, so that its other values can be picked. */
  facets(): Facet[] {
    return FACETS.map((key) => {
      const counts = [...(this.#counts.get(key) ?? [])];
      const sorted = key === "state" ? counts.sort(worstFirst) : counts.sort(mostFirst);
      return { key, values: sorted.slice(0, FACET_VALUES).map(([value, count]) => ({ value, count })), more: Math.max(0, sorted.length - FACET_VALUES) };
    });
  }

  /** For each term: how many entries match when it is left out. Walks the fleet, so it is for empty lists. */
  without(scope: Scope): { term: string; matched: number }[] {
    return this.query.terms.slice(0, 8).map((term) => {
      const filter = entryFilter(this.store, { ...this.query, terms: this.query.terms.filter((other) => other !== term) }, scope);
      let matched = 0;
      for (let slot = 0; slot < this.store.columns.limit; slot++) if (this.store.isUsed(slot) && passes(filter, slot)) matched++;
      return { term: formatTerm(term), matched };
    });
  }

  close(): void {
    this.#unhook();
    this.#listeners.clear();
  }

  #isMember(slot: number): boolean {
    return passes(this.#filter, slot);
  }

  #leave(slot: number, mask: number): void {
    if (this.#isSettled(mask)) return;
    const counted = this.#count(slot, -1);
    if (counted === "member") this.#slots.remove(slot);
    if (counted !== "out") this.#tell(slot, mask);
  }

  #enter(slot: number, mask: number): void {
    if (this.#isSettled(mask)) {
      if (this.#isMember(slot)) this.#tell(slot, mask);
      return;
    }
    const counted = this.#count(slot, 1);
    if (counted === "member") this.#slots.insert(slot);
    if (counted !== "out") this.#tell(slot, mask);
  }

  /** A change of times alone moves nothing, unless the list is sorted by them. */
  #isSettled(mask: number): boolean {
    return (mask & ~(CHANGED.connectionTimes | CHANGED.metadata)) === 0 && (mask & this.#order.mask) === 0;
  }

  /** Counts an entry in or out, and says whether it is a member, only counted, or out of sight. */
  #count(slot: number, by: number): "member" | "counted" | "out" {
    if (!this.#filter.inPlace(slot)) return "out";
    this.#total += by;
    if (!this.#filter.matchesWords(slot)) return "counted";
    const failed = [...this.#filter.facets].filter(([, test]) => !test(slot)).map(([key]) => key);
    if (failed.length > 1) return "counted";
    for (const [key, counts] of this.#counts) {
      if (failed.length === 1 && failed[0] !== key) continue;
      const value = facetValue(this.store, key, slot);
      const count = (counts.get(value) ?? 0) + by;
      if (count === 0) counts.delete(value);
      else counts.set(value, count);
    }
    return failed.length === 0 ? "member" : "counted";
  }

  #tell(slot: number, mask: number): void {
    for (const listener of this.#listeners) listener(slot, mask);
  }
}

function passes(filter: EntryFilter, slot: number): boolean {
  if (!filter.inPlace(slot) || !filter.matchesWords(slot)) return false;
  for (const test of filter.facets.values()) if (!test(slot)) return false;
  return true;
}

function mostFirst(a: readonly [string, number], b: readonly [string, number]): number {
  return b[1] - a[1] || compareText(a[0], b[0]);
}

function worstFirst(a: readonly [string, number], b: readonly [string, number]): number {
  return ORDER.indexOf(a[0]) - ORDER.indexOf(b[0]);
}
