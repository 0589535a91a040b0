import { EventLog } from "./event-log";
import type { Stored } from "./stored";

/** Inserts below this many are placed one by one; more are merged by one sort on the next read. */
const manyInserts = 64;

/** All objects of one resource, by key, with the order of lists and the log of changes. */
export class Collection {
  readonly log: EventLog;
  readonly #byKey = new Map<string, Stored>();
  #keys: string[] = [];
  #pending: string[] = [];

  constructor(openedAt: number, logCapacity: number) {
    this.log = new EventLog(openedAt, logCapacity);
  }

  get size(): number {
    return this.#byKey.size;
  }

  get(key: string): Stored | undefined {
    return this.#byKey.get(key);
  }

  values(): IterableIterator<Stored> {
    return this.#byKey.values();
  }

  put(stored: Stored): void {
    if (!this.#byKey.has(stored.key)) this.#insertKey(stored.key);
    const previous = this.#byKey.get(stored.key) ?? null;
    this.#byKey.set(stored.key, stored);
    this.log.append({ type: previous === null ? "ADDED" : "MODIFIED", revision: stored.revision, current: stored, previous });
  }

  /** Removes the object; `last` is its final state under the revision of the deletion. */
  remove(last: Stored): void {
    const previous = this.#byKey.get(last.key) ?? null;
    if (previous === null) return;
    this.#settle();
    this.#byKey.delete(last.key);
    this.#keys.splice(position(this.#keys, last.key), 1);
    this.log.append({ type: "DELETED", revision: last.revision, current: last, previous });
  }

  /** Objects in key order, of one namespace or ("") of all. */
  list(namespace: string): Stored[] {
    this.#settle();
    const keys = namespace === "" ? this.#keys : this.#keysOf(namespace);
    const found: Stored[] = [];
    for (const key of keys) {
      const stored = this.#byKey.get(key);
      if (stored !== undefined) found.push(stored);
    }
    return found;
  }

  /** The same as it was at `revision`: later changes are taken back, newest first. */
  listAt(namespace: string, revision: number): Stored[] {
    const later = this.log.since(revision);
    if (later.length === 0) return this.list(namespace);
    const then = new Map<string, Stored | null>();
    for (const change of later.reverse()) then.set(change.current.key, change.previous);
    const prefix = namespace === "" ? "" : `${namespace}/`;
    const unchanged = this.list(namespace).filter((stored) => !then.has(stored.key));
    const restored = [...then.values()].filter((stored) => stored?.key.startsWith(prefix) === true) as Stored[];
    return [...unchanged, ...restored].sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  #keysOf(namespace: string): string[] {
    return this.#keys.slice(position(this.#keys, `${namespace}/`), position(this.#keys, `${namespace}0`));
  }

  #insertKey(key: string): void {
    const last = this.#keys.at(-1);
    if (this.#pending.length === 0 && (last === undefined || last < key)) this.#keys.push(key);
    else this.#pending.push(key);
  }

  #settle(): void {
    if (this.#pending.length === 0) return;
    if (this.#pending.length < manyInserts) {
      for (const key of this.#pending) this.#keys.splice(position(this.#keys, key), 0, key);
    } else {
      this.#keys = [...this.#keys, ...this.#pending].sort();
    }
    this.#pending = [];
  }
}

/** Index of the first key that is not below `key`. */
function position(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? "") < key) low = middle + 1;
    else high = middle;
  }
  return low;
}
