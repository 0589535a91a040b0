import { formatTerm, MACHINE_FACETS, type MachineFacet, type Term } from "@/lib/contract/url/filter-term";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { Facet } from "@/lib/contract/views/values";
import type { Scope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { EntryList } from "@/lib/server/fleet/entry-list";
import { CHANGED } from "./changed";
import { facetNumber } from "./entry-facets";
import { countInPlace, type EntryFilter, entryFilter, type Moment, matchingLabels, passes, walkingFilter } from "./entry-filter";
import type { EntryOrder, EntryOrders } from "./entry-orders";
import { absentValues, add, facetOf, tallyInto } from "./facet-counts";
import type { FleetStore } from "./fleet-store";
import { OrderedSlots } from "./ordered-slots";
import { TurningTimes } from "./turning-times";

/** A filtered and sorted list of entries that keeps itself up to date: a change costs one test of one entry, whatever the size of the fleet. */
export class StandingList implements EntryList {
  readonly #filter: EntryFilter;
  readonly #order: EntryOrder;
  readonly #slots: OrderedSlots;
  readonly #counts = new Map<MachineFacet, Map<number, number>>(MACHINE_FACETS.map((key) => [key, new Map<number, number>()]));
  readonly #listeners = new Set<(entry: EntryRef, changed: ChangedParts) => void>();
  readonly #unhook: () => void;
  readonly #times: TurningTimes;
  /** Moves only in `advance`. */
  readonly #moment: Moment & { now: number };
  #total = 0;
  /** Kept from the moment somebody asks, for as long as the list is empty. */
  #without: WithoutTerm[] | null = null;

  constructor(
    private readonly store: FleetStore,
    orders: EntryOrders,
    readonly query: ListQuery,
    private readonly scope: Scope,
    { now, endingAt }: Moment,
  ) {
    this.#moment = { now, endingAt };
    this.#times = new TurningTimes(store, query.terms);
    this.#filter = entryFilter(store, query, scope, this.#moment);
    const base = orders.of(query.sort);
    this.#order = base.order;
    this.#slots = OrderedSlots.ofSorted(this.#countAll(base.slots), this.#order.compare);
    this.#unhook = store.hookEntries({ leaving: (slot, mask) => this.#leave(slot, mask), entering: (slot, mask) => this.#enter(slot, mask) });
  }

  /** Entries in sight, before any filter but clusters and namespaces. */
  get total(): number {
    return this.#total;
  }

  get matched(): number {
    return this.#slots.size;
  }

  slice(offset: number, limit: number): EntryRef[] {
    return this.#slots.slice(offset, limit) as EntryRef[];
  }

  /** Where an entry stands in the list, or -1. */
  indexOf(slot: number): number {
    return this.#isMember(slot) ? this.#slots.indexOf(slot) : -1;
  }

  canMove({ bits }: ChangedParts): boolean {
    return !this.#isSettled(bits);
  }

  /** Hears of every change to a member, of one that comes or goes, and of every other that moves a count. */
  listen(listener: (entry: EntryRef, changed: ChangedParts) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** How many entries of the list have each value; a facet is counted without its own filter, so that its other values can be picked. */
  facets(): Facet[] {
    return MACHINE_FACETS.map((key) => facetOf(this.store, key, this.#counts.get(key) ?? new Map<number, number>()));
  }

  /** The values of facets that are asked for and that none of the entries has which match the rest; nothing where none matches the rest. */
  absent(): { term: string; nearest: string | null }[] {
    return absentValues(this.store, this.query.terms, this.#counts);
  }

  /** For each term of a list that is empty: how many entries match when it is left out. Walks the fleet the first time only. */
  without(): { term: string; matched: number }[] {
    this.#without ??= this.query.terms.slice(0, 8).map((term) => this.#leftOut(term));
    return this.#without.map(({ term, matched }) => ({ term, matched }));
  }

  /** The next moment (milliseconds) at which time alone changes who is in the list; null where only changes do. */
  get turnsAt(): number | null {
    return this.#times.next;
  }

  /** Brings what compares times to a moment: costs one step for each entry that has passed its limit since. */
  advance(now: number): void {
    if (now <= this.#moment.now) return;
    const turned = this.#times.takeUntil(now);
    for (const slot of turned) if (this.#count(slot, -1) === "member") this.#slots.remove(slot);
    this.#moment.now = now;
    for (const slot of turned) {
      const counted = this.#count(slot, 1);
      if (counted === "member") this.#slots.insert(slot);
      if (counted !== "out") this.#tell(slot, CHANGED.state);
    }
  }

  close(): void {
    this.#unhook();
    this.#listeners.clear();
  }

  #leftOut(term: Term): WithoutTerm {
    const query = { ...this.query, terms: this.query.terms.filter((other) => other !== term) };
    const walking = walkingFilter(this.store, query, this.scope, this.#moment);
    let matched = 0;
    for (let slot = 0; slot < this.store.columns.limit; slot++) if (this.store.isUsed(slot) && passes(walking, slot)) matched++;
    return { term: formatTerm(term), filter: entryFilter(this.store, query, this.scope, this.#moment), matched };
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
    if ((mask & (this.#times.mask | CHANGED.existence)) !== 0) this.#times.watch(slot, this.#moment.now);
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
    return (mask & ~(CHANGED.connectionTimes | CHANGED.metadata | CHANGED.since)) === 0 && (mask & (this.#order.mask | this.#times.mask)) === 0;
  }

  /** Counts every entry of an order in; gives the members. Where labels are asked for, it looks only at entries that have them. */
  #countAll(slots: OrderedSlots): number[] {
    const labelled = matchingLabels(this.store, this.query);
    const words = labelled === null ? this.query.terms : this.query.terms.filter(({ kind }) => kind !== "label");
    const filter = walkingFilter(this.store, { ...this.query, terms: words }, this.scope, this.#moment);
    const members: number[] = [];
    const failing = new Map<MachineFacet, number[]>(MACHINE_FACETS.map((key) => [key, []]));
    for (const slot of labelled === null ? slots : slots.sorted(labelled)) {
      if (!filter.inPlace(slot)) continue;
      this.#times.watch(slot, this.#moment.now);
      const failed = filter.matchesWords(slot) ? onlyFailing(filter, slot) : "several";
      if (failed === null) members.push(slot);
      else if (failed !== "several") failing.get(failed)?.push(slot);
    }
    this.#total = countInPlace(this.store, this.query, this.scope);
    for (const [key, counts] of this.#counts) {
      tallyInto(counts, members, (slot) => facetNumber(this.store, key, slot));
      tallyInto(counts, failing.get(key) ?? [], (slot) => facetNumber(this.store, key, slot));
    }
    return members;
  }

  /** Counts an entry in or out, and says whether it is a member, only counted, or out of sight. */
  #count(slot: number, by: number): "member" | "counted" | "out" {
    if (!this.#filter.inPlace(slot)) return "out";
    this.#total += by;
    for (const one of this.#without ?? []) if (passes(one.filter, slot)) one.matched += by;
    if (!this.#filter.matchesWords(slot)) return "counted";
    const failed = onlyFailing(this.#filter, slot);
    if (failed === "several") return "counted";
    for (const [key, counts] of this.#counts) if (failed === null || failed === key) add(counts, facetNumber(this.store, key, slot), by);
    if (failed !== null) return "counted";
    this.#without = null;
    return "member";
  }

  #tell(slot: number, mask: number): void {
    if (this.#listeners.size === 0) return;
    const changed = ChangedParts.ofBits(mask);
    for (const listener of this.#listeners) listener(slot as EntryRef, changed);
  }
}

interface WithoutTerm {
  readonly term: string;
  readonly filter: EntryFilter;
  matched: number;
}

/** The facet whose filter alone keeps an entry out, or null where none does. */
function onlyFailing(filter: EntryFilter, slot: number): MachineFacet | "several" | null {
  let failed: MachineFacet | null = null;
  for (const [key, test] of filter.facets) {
    if (test(slot)) continue;
    if (failed !== null) return "several";
    failed = key;
  }
  return failed;
}
