import { DueHeap } from "./due-heap";
import type { EntryColumns } from "./entry-columns";

/** The moments (milliseconds) at which time alone changes a verdict. Pairs that were overtaken by a later verdict are skipped, and swept now and then. */
export class Deadlines {
  readonly #heap = new DueHeap();
  #onEarlier: () => void = () => undefined;

  constructor(private readonly columns: EntryColumns) {}

  /** Hears whenever an earlier moment than before is due (see `next`). */
  hook(onEarlier: () => void): void {
    this.#onEarlier = onEarlier;
  }

  /** The earliest moment, or null. */
  get next(): number | null {
    return this.#heap.next;
  }

  push(until: number, slot: number): void {
    const earliest = this.#heap.next;
    this.#heap.push(until, slot);
    if (earliest === null || until < earliest) this.#onEarlier();
  }

  /** The slots whose verdicts have run out by now, each with the moment it did, in their order. What is pushed meanwhile counts too. */
  *runOut(now: number): Generator<{ readonly slot: number; readonly at: number }> {
    for (let at = this.#heap.next; at !== null && at <= now; at = this.#heap.next) {
      const slot = this.#heap.pop();
      if (slot !== null && this.columns.uids.isUsed(slot) && this.columns.derivedFloats.validUntil[slot] === at) yield { slot, at };
    }
  }

  /** Drops what was overtaken, once it is most of what is kept for this many entries. */
  sweep(entries: number): void {
    if (this.#heap.size <= 4 * entries + 1024) return;
    this.#heap.clear();
    for (let slot = 0; slot < this.columns.limit; slot++) {
      const until = this.columns.derivedFloats.validUntil[slot] ?? Number.NaN;
      if (this.columns.uids.isUsed(slot) && !Number.isNaN(until)) this.#heap.push(until, slot);
    }
  }
}
