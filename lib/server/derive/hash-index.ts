const EMPTY = -1;
const DELETED = -2;

/** Finds a slot by a key that is not kept here: open addressing over slot numbers, 8 bytes an entry. The caller compares keys. */
export class SlotIndex {
  #table = new Int32Array(64).fill(EMPTY);
  #used = 0;
  #live = 0;

  constructor(private readonly hashOfSlot: (slot: number) => number) {}

  /** The first slot with this hash for which `isIt` holds, or -1. */
  find(hash: number, isIt: (slot: number) => boolean): number {
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const slot = this.#table[at] ?? EMPTY;
      if (slot === EMPTY) return -1;
      if (slot >= 0 && isIt(slot)) return slot;
    }
  }

  insert(slot: number): void {
    if ((this.#used + 1) * 10 > this.#table.length * 6) this.#rebuild();
    this.#place(slot);
    this.#live++;
  }

  remove(slot: number): void {
    const mask = this.#table.length - 1;
    for (let at = this.hashOfSlot(slot) & mask; ; at = (at + 1) & mask) {
      const here = this.#table[at] ?? EMPTY;
      if (here === EMPTY) return;
      if (here !== slot) continue;
      this.#table[at] = DELETED;
      this.#live--;
      return;
    }
  }

  #place(slot: number): void {
    const mask = this.#table.length - 1;
    let at = this.hashOfSlot(slot) & mask;
    while ((this.#table[at] ?? EMPTY) !== EMPTY) at = (at + 1) & mask;
    this.#table[at] = slot;
    this.#used++;
  }

  #rebuild(): void {
    const old = this.#table;
    let size = 64;
    while (size < (this.#live + 1) * 3) size *= 2;
    this.#table = new Int32Array(size).fill(EMPTY);
    this.#used = 0;
    for (const slot of old) if (slot >= 0) this.#place(slot);
  }
}

/** FNV-1a over UTF-16 units, non-negative. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
