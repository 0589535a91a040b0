import { larger, nextCapacity } from "./larger";

const NONE = -1;

/** The neighbours of every slot in its group: two whole numbers each, whichever group it is in. */
export class MemberChain {
  next = new Int32Array(0);
  previous = new Int32Array(0);

  reach(slot: number): void {
    if (slot < this.next.length) return;
    const capacity = nextCapacity(this.next.length, slot + 1);
    this.next = larger(this.next, new Int32Array(capacity));
    this.previous = larger(this.previous, new Int32Array(capacity));
  }
}

/** The machines of one group, in no order. A machine is in one group at a time. */
export class Members implements Iterable<number> {
  #first = NONE;
  #size = 0;

  constructor(private readonly chain: MemberChain) {}

  get size(): number {
    return this.#size;
  }

  /** Takes in a slot that is in no group. */
  add(slot: number): void {
    this.chain.reach(slot);
    this.#join(NONE, slot);
    this.#join(slot, this.#first);
    this.#first = slot;
    this.#size++;
  }

  /** Lets go of a slot that is here. */
  delete(slot: number): void {
    const [before, after] = [this.chain.previous[slot] ?? NONE, this.chain.next[slot] ?? NONE];
    if (this.#first === slot) this.#first = after;
    this.#join(before, after);
    this.#size--;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (let slot = this.#first; slot !== NONE; ) {
      const next = this.chain.next[slot] ?? NONE;
      yield slot;
      slot = next;
    }
  }

  #join(before: number, after: number): void {
    if (before !== NONE) this.chain.next[before] = after;
    if (after !== NONE) this.chain.previous[after] = before;
  }
}
