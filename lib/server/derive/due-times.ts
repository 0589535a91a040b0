import { DueHeap } from "./due-heap";

/** Whose times are kept. */
export interface TimedKeys {
  /** How many keys there are, and which. */
  readonly size: number;
  keys(): Iterable<number>;
  /** When time alone makes the value of a key another one (milliseconds); NaN = never, or there is no such key. */
  dueOf(key: number): number;
}

/** The moments (milliseconds) at which time alone changes values. Pairs that a later value has overtaken are skipped, and dropped now and then. */
export class DueTimes {
  readonly #heap = new DueHeap();
  #onEarlier: () => void = () => undefined;

  constructor(private readonly timed: TimedKeys) {}

  /** Hears whenever an earlier moment than before is due (see `next`). */
  hook(onEarlier: () => void): void {
    this.#onEarlier = onEarlier;
  }

  /** The earliest moment, or null. Its key may have another one by now. */
  get next(): number | null {
    return this.#heap.next;
  }

  /** Remembers when a key falls due. Told once for each moment: it is not remembered after `take`. */
  push(at: number, key: number): void {
    const earliest = this.#heap.next;
    this.#heap.push(at, key);
    if (earliest === null || at < earliest) this.#onEarlier();
    this.#drop();
  }

  /** The first moment that has come by now, or null where none has. Its key falls due then: `take` gives it. */
  passed(now: number): number | null {
    for (let at = this.#heap.next; at !== null && at <= now; at = this.#heap.next) {
      if (this.timed.dueOf(this.#heap.first ?? -1) === at) return at;
      this.#heap.pop();
    }
    return null;
  }

  /** Takes the key that falls due first. */
  take(): number | null {
    return this.#heap.pop();
  }

  /** Drops what was overtaken, once it is most of what is kept. */
  #drop(): void {
    if (this.#heap.size <= 4 * this.timed.size + 1024) return;
    this.#heap.clear();
    for (const key of this.timed.keys()) {
      const at = this.timed.dueOf(key);
      if (!Number.isNaN(at)) this.#heap.push(at, key);
    }
  }
}
