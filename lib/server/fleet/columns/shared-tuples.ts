import { HashIndex } from "@/lib/server/derive/hash-index";
import { larger, nextCapacity } from "@/lib/server/larger";

/**
 * Tuples of whole numbers that many have in common (the machines of a group have the same network, account, ports …), each kept once with a
 * count of users. Number 0 is the tuple of zeros and always there.
 */
export class SharedTuples {
  #values: Int32Array;
  #users = new Int32Array(256);
  #limit = 1;
  readonly #free: number[] = [];
  readonly #index = new HashIndex((id) => this.#hash(this.#values, id * this.width));

  constructor(readonly width: number) {
    this.#values = new Int32Array(256 * width);
    this.#users[0] = 1;
    this.#index.insert(0);
  }

  /** The number of a tuple, counted as one more user; `users` is 1 where nobody had it before. */
  acquire(tuple: Int32Array): number {
    const known = this.#index.find(this.#hash(tuple, 0), (id) => this.#equals(id, tuple));
    return this.use(known < 0 ? this.#add(tuple) : known);
  }

  /** One more user of a tuple that is there. */
  use(id: number): number {
    this.#users[id] = this.users(id) + 1;
    return id;
  }

  /** One user less; a tuple without one is forgotten. */
  release(id: number): void {
    this.#users[id] = this.users(id) - 1;
    if (this.users(id) > 0) return;
    this.#index.remove(id);
    this.#free.push(id);
  }

  users(id: number): number {
    return this.#users[id] ?? 0;
  }

  value(id: number, at: number): number {
    return this.#values[id * this.width + at] ?? 0;
  }

  #add(tuple: Int32Array): number {
    const id = this.#free.pop() ?? this.#limit++;
    if (id >= this.#users.length) {
      const capacity = nextCapacity(this.#users.length, id + 1);
      this.#users = larger(this.#users, new Int32Array(capacity));
      this.#values = larger(this.#values, new Int32Array(capacity * this.width));
    }
    this.#values.set(tuple, id * this.width);
    this.#users[id] = 0;
    this.#index.insert(id);
    return id;
  }

  #equals(id: number, tuple: Int32Array): boolean {
    for (let at = 0; at < this.width; at++) if (this.value(id, at) !== tuple[at]) return false;
    return true;
  }

  #hash(values: Int32Array, from: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < from + this.width; at++) hash = Math.imul(hash ^ (values[at] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) & 0x7fffffff;
  }
}
