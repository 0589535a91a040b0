/** A decision that is due. Milliseconds. `id`: of the machine, incident, service or window; "" for a look at all failures. */
export interface DueMoment {
  readonly at: number;
  readonly kind: "failures" | "machine" | "incident" | "service" | "window";
  readonly id: string;
}

/** Due decisions, the earliest first (a binary heap). The same decision at the same moment is stored once. */
export class DueMoments {
  readonly #heap: DueMoment[] = [];
  readonly #known = new Set<string>();

  constructor(stored: readonly DueMoment[] = []) {
    for (const due of stored) this.add(due);
  }

  get stored(): readonly DueMoment[] {
    return [...this.#heap];
  }

  /** The earliest moment, or infinity. */
  get next(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  add(due: DueMoment): void {
    const key = dueKey(due);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#heap.push(due);
    this.#rise(this.#heap.length - 1);
  }

  /** Removes and returns all decisions that are due at `now`. */
  take(now: number): readonly DueMoment[] {
    const taken: DueMoment[] = [];
    for (let first = this.#heap[0]; first !== undefined && first.at <= now; first = this.#heap[0]) {
      taken.push(first);
      this.#known.delete(dueKey(first));
      const last = this.#heap.pop();
      if (last === undefined || this.#heap.length === 0) continue;
      this.#heap[0] = last;
      this.#sink();
    }
    return taken;
  }

  #at(index: number): number {
    return this.#heap[index]?.at ?? Number.POSITIVE_INFINITY;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent) <= this.#at(index)) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const least = this.#at(right) < this.#at(left) ? right : left;
      if (this.#at(least) >= this.#at(index)) return;
      this.#swap(index, least);
      index = least;
    }
  }
}

function dueKey({ at, kind, id }: DueMoment): string {
  return `${at}\n${kind}\n${id}`;
}
