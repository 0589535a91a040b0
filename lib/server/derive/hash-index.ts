const EMPTY = -1;
const DELETED = -2;

/** Finds keys (small whole numbers) by the hash of something that is not kept here: open addressing, 7 to 24 bytes a key. The caller compares. */
export class HashIndex {
  #table = new Int32Array(64).fill(EMPTY);
  #used = 0;
  #live = 0;

  /** `hashOfKey`: the same for a key for as long as it is here. */
  constructor(private readonly hashOfKey: (key: number) => number) {}

  /** The first key with this hash for which `isIt` holds, or -1. */
  find(hash: number, isIt: (key: number) => boolean): number {
    const mask = this.#table.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const key = this.#table[at] ?? EMPTY;
      if (key === EMPTY) return -1;
      if (key >= 0 && isIt(key)) return key;
    }
  }

  /** Takes in a key that is not here. */
  insert(key: number): void {
    if ((this.#used + 1) * 10 > this.#table.length * 6) this.#rebuild();
    this.#place(key);
    this.#live++;
  }

  remove(key: number): void {
    const mask = this.#table.length - 1;
    for (let at = this.hashOfKey(key) & mask; ; at = (at + 1) & mask) {
      const here = this.#table[at] ?? EMPTY;
      if (here === EMPTY) return;
      if (here !== key) continue;
      this.#table[at] = DELETED;
      this.#live--;
      return;
    }
  }

  /** Where another key was deleted is room: keys that go and come again and again never fill the table. */
  #place(key: number): void {
    const mask = this.#table.length - 1;
    let at = this.hashOfKey(key) & mask;
    while ((this.#table[at] ?? EMPTY) >= 0) at = (at + 1) & mask;
    if (this.#table[at] === EMPTY) this.#used++;
    this.#table[at] = key;
  }

  #rebuild(): void {
    const old = this.#table;
    let size = 64;
    while (size < (this.#live + 1) * 3) size *= 2;
    this.#table = new Int32Array(size).fill(EMPTY);
    this.#used = 0;
    for (const key of old) if (key >= 0) this.#place(key);
  }
}

/** FNV-1a over UTF-16 units, non-negative. */
export function hashText(text: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
