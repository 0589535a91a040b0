const CHUNK = 512;

/** Slots in an order, in chunks: insert, remove and "the n-th" cost a few microseconds at 100,000. The order must hold between changes. */
export class OrderedSlots {
  #chunks: number[][] = [];
  #size = 0;

  constructor(private readonly compare: (a: number, b: number) => number) {}

  get size(): number {
    return this.#size;
  }

  /** Takes slots that are in order already. */
  static ofSorted(sorted: readonly number[], compare: (a: number, b: number) => number): OrderedSlots {
    const order = new OrderedSlots(compare);
    for (let i = 0; i < sorted.length; i += CHUNK / 2) order.#chunks.push(sorted.slice(i, i + CHUNK / 2));
    order.#size = sorted.length;
    return order;
  }

  insert(slot: number): void {
    const at = this.#chunkFor(slot);
    const chunk = this.#chunks[at];
    this.#size++;
    if (chunk === undefined) {
      this.#chunks.push([slot]);
      return;
    }
    chunk.splice(this.#position(chunk, slot), 0, slot);
    if (chunk.length > CHUNK) this.#chunks.splice(at + 1, 0, chunk.splice(CHUNK / 2));
  }

  /** Removes a slot whose key is still the one it was inserted with; false where it is not here. */
  remove(slot: number): boolean {
    const at = this.#chunkFor(slot);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return false;
    const position = this.#position(chunk, slot);
    if (chunk[position] !== slot) return false;
    chunk.splice(position, 1);
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
      found.push(...chunk.slice(skip, skip + limit - found.length));
      skip = 0;
    }
    return found;
  }

  /** How many slots stand before this one. */
  indexOf(slot: number): number {
    const at = this.#chunkFor(slot);
    const chunk = this.#chunks[at];
    if (chunk === undefined) return -1;
    const position = this.#position(chunk, slot);
    if (chunk[position] !== slot) return -1;
    let before = position;
    for (let i = 0; i < at; i++) before += this.#chunks[i]?.length ?? 0;
    return before;
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** The first chunk whose last slot is not before this one. */
  #chunkFor(slot: number): number {
    let low = 0;
    let high = this.#chunks.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      const chunk = this.#chunks[middle];
      const last = chunk?.[chunk.length - 1];
      if (last !== undefined && this.compare(last, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(low, 0);
  }

  #position(chunk: readonly number[], slot: number): number {
    let low = 0;
    let high = chunk.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const here = chunk[middle];
      if (here !== undefined && this.compare(here, slot) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
