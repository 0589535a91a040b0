import { larger, nextCapacity } from "@/lib/server/larger";

/** Keys by the moment at which time alone changes them: a binary heap of (milliseconds, key). Outdated pairs are skipped by the caller. */
export class DueHeap {
  #at = new Float64Array(0);
  #keys = new Int32Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The earliest moment, or null. */
  get next(): number | null {
    return this.#size === 0 ? null : (this.#at[0] ?? null);
  }

  /** The key of that moment, or null. */
  get first(): number | null {
    return this.#size === 0 ? null : (this.#keys[0] ?? null);
  }

  push(atMs: number, key: number): void {
    if (this.#size === this.#at.length) this.#grow();
    let i = this.#size++;
    this.#at[i] = atMs;
    this.#keys[i] = key;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((this.#at[parent] ?? 0) <= (this.#at[i] ?? 0)) break;
      this.#swap(i, parent);
      i = parent;
    }
  }

  /** Takes the earliest key. */
  pop(): number | null {
    if (this.#size === 0) return null;
    const key = this.#keys[0] ?? null;
    this.#size--;
    this.#swap(0, this.#size);
    this.#sink();
    return key;
  }

  clear(): void {
    this.#size = 0;
  }

  #grow(): void {
    const capacity = nextCapacity(this.#at.length, this.#size + 1);
    this.#at = larger(this.#at, new Float64Array(capacity));
    this.#keys = larger(this.#keys, new Int32Array(capacity));
  }

  #sink(): void {
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      let least = i;
      for (const child of [left, left + 1]) {
        if (child < this.#size && (this.#at[child] ?? 0) < (this.#at[least] ?? 0)) least = child;
      }
      if (least === i) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #swap(i: number, j: number): void {
    const [at, key] = [this.#at[i] ?? 0, this.#keys[i] ?? 0];
    this.#at[i] = this.#at[j] ?? 0;
    this.#keys[i] = this.#keys[j] ?? 0;
    this.#at[j] = at;
    this.#keys[j] = key;
  }
}
