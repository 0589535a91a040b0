import type { Stored } from "./stored";

export type ChangeType = "ADDED" | "MODIFIED" | "DELETED";

/** One change of a collection. A deletion carries the last state under the deletion's own revision. */
export interface Change {
  readonly type: ChangeType;
  readonly revision: number;
  readonly current: Stored;
  readonly previous: Stored | null;
}

export type ChangeListener = (change: Change) => void;

/** The bounded memory of a collection's changes: what a watch can resume from. */
export class EventLog {
  #changes: Change[] = [];
  #first = 0;
  #floor: number;
  #listFloor: number;
  readonly #listeners = new Set<ChangeListener>();
  readonly #closers = new Set<() => void>();
  #isClosed = false;

  constructor(
    openedAt: number,
    private readonly capacity: number,
  ) {
    this.#floor = openedAt;
    this.#listFloor = openedAt;
  }

  /** Revisions below this one cannot be resumed from: their successors are forgotten. */
  get floor(): number {
    return this.#floor;
  }

  /** The same for lists as they were at a revision. */
  get listFloor(): number {
    return Math.max(this.#floor, this.#listFloor);
  }

  /** How many follow it now. */
  get followers(): number {
    return this.#listeners.size;
  }

  append(change: Change): void {
    this.#changes.push(change);
    while (this.#changes.length - this.#first > this.capacity) this.#forgetOne();
    if (this.#first > this.capacity) this.#trim();
    for (const listener of this.#listeners) listener(change);
  }

  /** Changes after `revision`, oldest first. The caller has compared `revision` with the floor. */
  since(revision: number): Change[] {
    let low = this.#first;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#changes[middle]?.revision ?? 0) <= revision) low = middle + 1;
      else high = middle;
    }
    return this.#changes.slice(low);
  }

  /** Forgets every change up to `revision`. */
  compact(revision: number): void {
    this.#changes = this.since(revision);
    this.#first = 0;
    this.#floor = Math.max(this.#floor, revision);
  }

  /** Forgets how lists were at any revision up to this one; watches are still served. */
  compactLists(revision: number): void {
    this.#listFloor = Math.max(this.#listFloor, revision);
  }

  /** Calls `listener` on every change and `closed` when the resource ceases to be served, at once where it has. Returns the way out. */
  subscribe(listener: ChangeListener, closed: () => void): () => void {
    if (this.#isClosed) {
      closed();
      return () => undefined;
    }
    this.#listeners.add(listener);
    this.#closers.add(closed);
    return () => {
      this.#listeners.delete(listener);
      this.#closers.delete(closed);
    };
  }

  /** Ends every watch: the resource is no longer served. */
  close(): void {
    this.#isClosed = true;
    for (const closed of [...this.#closers]) closed();
  }

  #forgetOne(): void {
    this.#floor = this.#changes[this.#first]?.revision ?? this.#floor;
    this.#first += 1;
  }

  #trim(): void {
    this.#changes = this.#changes.slice(this.#first);
    this.#first = 0;
  }
}
