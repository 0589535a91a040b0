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
  /** Its weight; asked of keys that somebody takes. */
  weightOf(key: number): number;
  count(record: HostRecord, bits: number, weight: number, by: 1 | -1): void;
  /** Hears of every record whose counts may be others. */
  told(record: HostRecord): void;
}

/** Which keys are taken by whom, and what that counts; a key changes only what it is counted in. Time alone changes nothing. */
export class TakenKeys implements Derived<null> {
  readonly due = null;
  readonly size = 0;
  readonly evaluations = new Evaluations<null>(this);
  readonly lists = new TakenLists<HostRecord>();
  readonly #totals = new Totals<HostRecord>({
    totalsOf: (key) => this.lists.of(key),
    add: (record, key, by) => this.rule.count(record, this.#bits[key] ?? 0, this.#weights.get(key) ?? 1, by),
  });
  #bits = new Uint8Array(0);
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
    this.#turn(key, after.length === before.length && after.every((taker) => before.includes(taker)) ? before : after);
  }

  /** Only what its share rests on may be another. */
  reweigh(key: number): void {
    const takers = this.lists.of(key);
    if (takers.length > 0) this.#turn(key, takers);
  }

  /** A key is gone. */
  remove(key: number): void {
    if (this.lists.of(key).length > 0) this.#turn(key, []);
  }

  #turn(key: number, after: readonly HostRecord[]): void {
    const before = this.lists.of(key);
    const isTaken = after.length > 0;
    const [bits, weight] = isTaken ? [this.rule.bitsOf(key), this.rule.weightOf(key)] : [0, 1];
    if (after === before && bits === this.#bits[key] && weight === (this.#weights.get(key) ?? 1)) return;
    this.#totals.leave(key);
    this.lists.set(key, after);
    this.#keep(key, bits, weight);
    this.#totals.enter(key);
    for (const record of before) this.rule.told(record);
    if (after !== before) for (const record of after) if (!before.includes(record)) this.rule.told(record);
  }

  #keep(key: number, bits: number, weight: number): void {
    if (key >= this.#bits.length) this.#bits = larger(this.#bits, new Uint8Array(nextCapacity(this.#bits.length, key + 1)));
    this.#bits[key] = bits;
    if (weight === 1) this.#weights.delete(key);
    else this.#weights.set(key, weight);
  }
}
