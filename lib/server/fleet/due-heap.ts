/** Slots by the moment at which time alone changes them: a binary heap of (milliseconds, slot). Outdated pairs are skipped by the caller. */
export class DueHeap {
  readonly #at: number[] = [];
  readonly #slots: number[] = [];

  get size(): number {
    return this.#at.length;
  }

  /** The earliest moment, or null. */
  get next(): number | null {
    return this.#at[0] ?? null;
  }

  push(atMs: number, slot: number): void {
    let i = this.#at.length;
    this.#at.push(atMs);
    this.#slots.push(slot);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if ((this.#at[parent] ?? 0) <= (this.#at[i] ?? 0)) break;
      this.#swap(i, parent);
      i = parent;
    }
  }

  /** Takes the earliest slot. */
  pop(): number | null {
    const slot = this.#slots[0];
    if (slot === undefined) return null;
    const lastAt = this.#at.pop();
    const lastSlot = this.#slots.pop();
    if (this.#at.length > 0 && lastAt !== undefined && lastSlot !== undefined) {
      this.#at[0] = lastAt;
      this.#slots[0] = lastSlot;
      this.#sink();
    }
    return slot;
  }

  clear(): void {
    this.#at.length = 0;
    this.#slots.length = 0;
  }

  #sink(): void {
    let i = 0;
    for (;;) {
      const left = 2 * i + 1;
      let least = i;
      for (const child of [left, left + 1]) {
        if (child < this.#at.length && (this.#at[child] ?? 0) < (this.#at[least] ?? 0)) least = child;
      }
      if (least === i) return;
      this.#swap(i, least);
      i = least;
    }
  }

  #swap(i: number, j: number): void {
    [this.#at[i], this.#at[j]] = [this.#at[j] ?? 0, this.#at[i] ?? 0];
    [this.#slots[i], this.#slots[j]] = [this.#slots[j] ?? 0, this.#slots[i] ?? 0];
  }
}
