const CHUNK = 512;

/** How many slots a walk passes in the time in which one is sorted. */
const WALK_PER_SLOT = 1024;

/** Slots of one stretch of the order: whole numbers with room for more. */
interface Chunk {
  readonly slots: Int32Array;
  length: number;
}

/** Slots in an order, in chunks: insert, remove and "the n-th" cost a few microseconds at 100,000. The order must hold between changes. */
export class OrderedSlots {
  readonly #chunks: Chunk[] = [];
  #size = 0;
  /** Where the last one was inserted: lists come in the order of names, so the next one mostly goes there too. */
  #lastAt = 0;

  constructor(private readonly compare: (a: number, b: number) => number) {}

  get size(): number {
    return this.#size;
  }

  /** Takes slots that are in order already. */
  static ofSorted(sorted: readonly number[], compare: (a: number, b: number) => number): OrderedSlots {
    const order = new OrderedSlots(compare);
    const filled = CHUNK * 0.75;
    for (let i = 0; i < sorted.length; i += filled) order.#chunks.push(chunkOf(sorted.slice(i, i + filled)));
    order.#size = sorted.length;
    return order;
  }

  insert(slot: number): void {
    const at = this.#isIn(this.#lastAt, slot) ? this.#lastAt : this.#chunkFor(slot);
    this.#lastAt = at;
    const chunk = this.#chunks[at];
    this.#size++;
    if (chunk === undefined) {
      this.#chunks.push(chunkOf([slot]));
      return;
    }
    const last = chunk.slots[chunk.length - 1] ?? slot;
    const position = this.compare(last, slot) < 0 ? chunk.length : this.#position(chunk, slot);
    chunk.slots.copyWithin(position + 1, position, chunk.length);
    chunk.slots[position] = slot;
    chunk.length++;
    if (chunk.length < CHUNK) return;
    this.#chunks.splice(at + 1, 0, chunkOf(chunk.slots.subarray(CHUNK / 2, chunk.length)));
    chunk.length = CHUNK / 2;
  }

  /** Removes a slot whose key is still the one it was inserted with; false where it is not here. */
  remove(slot: number): boolean {
    const at = this.#chunkFor(slot);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return false;
    const position = this.#position(chunk, slot);
    if (position >= chunk.length || chunk.slots[position] !== slot) return false;
    chunk.slots.copyWithin(position, position + 1, chunk.length);
    chunk.length--;
    if (chunk.length === 0) this.#chunks.splice(at, 1);
    this.#size--;
    return true;
  }

  /** The slots from `offset` on, at most `limit`. */
  slice(offset: number, limit: number): number[] {
    const found: number[] = [];
    let skip = offset;
    for (const chunk of this.#chunks) {
      if (found.length >= limit) break;
      if (skip >= chunk.length) {
        skip -= chunk.length;
        continue;
      }
      found.push(...chunk.slots.subarray(skip, Math.min(chunk.length, skip + limit - found.length)));
      skip = 0;
    }
    return found;
  }

  /** Some of the slots that are here, in order: a few are compared, many are found by a walk. */
  sorted(slots: readonly number[]): number[] {
    if (slots.length * WALK_PER_SLOT < this.#size) return [...slots].sort(this.compare);
    let most = 0;
    for (const slot of slots) if (slot > most) most = slot;
    // A bit a slot: what is looked at a hundred thousand times stays in the nearest memory.
    const wanted = new Int32Array((most >> 5) + 1);
    for (const slot of slots) wanted[slot >> 5] = (wanted[slot >> 5] ?? 0) | (1 << (slot & 31));
    const found: number[] = [];
    for (const { slots: here, length } of this.#chunks) {
      for (let at = 0; at < length; at++) {
        const slot = here[at] ?? 0;
        if (slot <= most && ((wanted[slot >> 5] ?? 0) & (1 << (slot & 31))) !== 0) found.push(slot);
      }
      if (found.length === slots.length) break;
    }
    return found;
  }

  /** How many slots stand before this one. */
  indexOf(slot: number): number {
    const at = this.#chunkFor(slot);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return -1;
    const position = this.#position(chunk, slot);
    if (position >= chunk.length || chunk.slots[position] !== slot) return -1;
    let before = position;
    for (let i = 0; i < at; i++) before += this.#chunks[i]?.length ?? 0;
    return before;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (const chunk of this.#chunks) yield* chunk.slots.subarray(0, chunk.length);
  }

  /** Does a slot go into this chunk, or behind it where it is the last? */
  #isIn(at: number, slot: number): boolean {
    const [chunk, before] = [this.#chunks[at], this.#chunks[at - 1]];
    if (chunk === undefined || (before !== undefined && this.compare(before.slots[before.length - 1] ?? slot, slot) >= 0)) return false;
    return at === this.#chunks.length - 1 || this.compare(slot, chunk.slots[chunk.length - 1] ?? slot) < 0;
  }

  /** The first chunk whose last slot is not before this one. */
  #chunkFor(slot: number): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle];
      const last = chunk?.slots[chunk.length - 1];
      if (last !== undefined && this.compare(last, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, 0);
  }

  #position({ slots, length }: Chunk, slot: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const here = slots[middle];
      if (here !== undefined && this.compare(here, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function chunkOf(sorted: readonly number[] | Int32Array): Chunk {
  const slots = new Int32Array(CHUNK);
  slots.set(sorted);
  return { slots, length: sorted.length };
}
