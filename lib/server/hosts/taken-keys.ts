import { type Derived, Evaluations } from "@/lib/server/derive/evaluations";
import { Totals } from "@/lib/server/derive/totals";
import { larger, nextCapacity } from "@/lib/server/larger";
import type { HostRecord } from "./host-record";
import { TakenLists } from "./taken-lists";

/** How one sort of keys, machines or Pods, is taken and counted. */
export interface TakingRule {
  /** Who takes a key, as of now; nobody takes one that is gone. */
  takersOf(key: number): readonly HostRecord[];
  /** What its share rests on beside the record, in eight bits; asked of keys that somebody takes. */
  bitsOf(key: number): number;
  /** What else it is counted by, as a number; 0 where it is not. Asked where its takers may be others. */
  sortOf?(key: number): number;
  /** Its weight; asked of keys that somebody takes. */
  weightOf(key: number): number;
  count(record: HostRecord, key: CountedKey, by: 1 | -1): void;
  /** Hears of every record whose counts may be others. */
  told(record: HostRecord): void;
}

/** What is kept of a key that somebody takes. */
export interface CountedKey {
  readonly bits: number;
  readonly weight: number;
  readonly sort: number;
}

/** Which keys are taken by whom, and what that counts; a key changes only what it is counted in. Time alone changes nothing. */
export class TakenKeys implements Derived<null> {
  readonly due = null;
  readonly size = 0;
  readonly evaluations = new Evaluations<null>(this);
  readonly lists = new TakenLists<HostRecord>();
  readonly #totals = new Totals<HostRecord>({
    totalsOf: (key) => this.lists.of(key),
    add: (record, key, by) => this.rule.count(record, this.#countedAs(key), by),
  });
  #bits = new Uint8Array(0);
  #sorts = new Uint32Array(0);
  /** Those that are not 1. */
  readonly #weights = new Map<number, number>();

  constructor(private readonly rule: TakingRule) {}

  keys(): Iterable<number> {
    return [];
  }

  dueOf(): number {
    return Number.NaN;
  }

  /** Whoever takes a key may be another. */
  evaluate(key: number): void {
    const before = this.lists.of(key);
    const after = this.rule.takersOf(key);
    if (before.length === 0 && after.length === 0) return;
    this.#turn(key, after.length === before.length && after.every((taker) => before.includes(taker)) ? before : after, this.rule.sortOf?.(key) ?? 0);
  }

  /** Only what its share rests on may be another. */
  reweigh(key: number): void {
    const takers = this.lists.of(key);
    if (takers.length > 0) this.#turn(key, takers, this.#sorts[key] ?? 0);
  }

  /** A key is gone. */
  remove(key: number): void {
    if (this.lists.of(key).length > 0) this.#turn(key, [], 0);
  }

  #turn(key: number, after: readonly HostRecord[], sort: number): void {
    const before = this.lists.of(key);
    const counted = after.length > 0 ? { bits: this.rule.bitsOf(key), weight: this.rule.weightOf(key), sort } : UNCOUNTED;
    if (after === before && isSame(counted, this.#countedAs(key))) return;
    this.#totals.leave(key);
    this.lists.set(key, after);
    this.#keep(key, counted);
    this.#totals.enter(key);
    for (const record of before) this.rule.told(record);
    if (after !== before) for (const record of after) if (!before.includes(record)) this.rule.told(record);
  }

  #countedAs(key: number): CountedKey {
    return { bits: this.#bits[key] ?? 0, weight: this.#weights.get(key) ?? 1, sort: this.#sorts[key] ?? 0 };
  }

  #keep(key: number, { bits, weight, sort }: CountedKey): void {
    if (key >= this.#bits.length) this.#bits = larger(this.#bits, new Uint8Array(nextCapacity(this.#bits.length, key + 1)));
    if (sort > 0 && key >= this.#sorts.length) this.#sorts = larger(this.#sorts, new Uint32Array(nextCapacity(this.#sorts.length, key + 1)));
    this.#bits[key] = bits;
    if (key < this.#sorts.length) this.#sorts[key] = sort;
    if (weight === 1) this.#weights.delete(key);
    else this.#weights.set(key, weight);
  }
}

const UNCOUNTED: CountedKey = { bits: 0, weight: 1, sort: 0 };

function isSame(a: CountedKey, b: CountedKey): boolean {
  return a.bits === b.bits && a.weight === b.weight && a.sort === b.sort;
}
