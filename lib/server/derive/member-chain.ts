import { larger, nextCapacity } from "@/lib/server/larger";

const NONE = -1;

/** The neighbours of every key in its set: two whole numbers each, whichever set it is in. */
export class MemberChain {
  next = new Int32Array(0);
  previous = new Int32Array(0);
  /** The walks over its sets that are under way: each stands before the key that it gives next. */
  readonly walks = new Set<{ next: number }>();

  reach(key: number): void {
    if (key < this.next.length) return;
    const capacity = nextCapacity(this.next.length, key + 1);
    this.next = larger(this.next, new Int32Array(capacity));
    this.previous = larger(this.previous, new Int32Array(capacity));
  }
}

/** The keys of one set, in no order. Of the sets of one chain, a key is in one at a time. */
export class Members implements Iterable<number> {
  #first = NONE;
  #size = 0;

  constructor(private readonly chain: MemberChain) {}

  get size(): number {
    return this.#size;
  }

  /** Takes in a key that is in no set. */
  add(key: number): void {
    this.chain.reach(key);
    this.#join(NONE, key);
    this.#join(key, this.#first);
    this.#first = key;
    this.#size++;
  }

  /** Lets go of a key that is here. */
  delete(key: number): void {
    const [before, after] = [this.chain.previous[key] ?? NONE, this.chain.next[key] ?? NONE];
    if (this.#first === key) this.#first = after;
    this.#join(before, after);
    this.#size--;
    for (const walk of this.chain.walks) if (walk.next === key) walk.next = after;
  }

  /** May be left and gone on with later: keys that go meanwhile are not given, nor are those that come. */
  *[Symbol.iterator](): Generator<number, undefined> {
    const walk = { next: this.#first };
    this.chain.walks.add(walk);
    try {
      for (let key = walk.next; key !== NONE; key = walk.next) {
        walk.next = this.chain.next[key] ?? NONE;
        yield key;
      }
    } finally {
      this.chain.walks.delete(walk);
    }
  }

  #join(before: number, after: number): void {
    if (before !== NONE) this.chain.next[before] = after;
    if (after !== NONE) this.chain.previous[after] = before;
  }
}
