import { larger, nextCapacity } from "@/lib/server/larger";
import { MemberChain, Members } from "./member-chain";

const NONE = -1;

/** The keys that have a value, for values that are whole numbers from 0; each key has one at a time. What rests on a value is found here, not by looking at every key. */
export class KeysByValue {
  readonly #chain = new MemberChain();
  readonly #members = new Map<number, Members>();
  #values = new Int32Array(0);

  /** The value of a key, or -1. */
  valueOf(key: number): number {
    return this.#values[key] ?? NONE;
  }

  /** A key has this value from now on. Costs next to nothing where it has it already. */
  set(key: number, value: number): void {
    if (this.valueOf(key) === value) return;
    this.delete(key);
    if (key >= this.#values.length) {
      const capacity = nextCapacity(this.#values.length, key + 1);
      this.#values = larger(this.#values, new Int32Array(capacity).fill(NONE));
    }
    this.#values[key] = value;
    const members = this.#members.get(value) ?? new Members(this.#chain);
    this.#members.set(value, members);
    members.add(key);
  }

  /** A key has no value any more. */
  delete(key: number): void {
    const value = this.valueOf(key);
    if (value === NONE) return;
    this.#values[key] = NONE;
    const members = this.#members.get(value);
    members?.delete(key);
    if (members?.size === 0) this.#members.delete(value);
  }

  /** The keys of one value, in no order. May be left and gone on with later (see `Members`). */
  of(value: number): Iterable<number> {
    return this.#members.get(value) ?? [];
  }

  /** The values that some key has, each with its keys. */
  get all(): Iterable<readonly [value: number, keys: Iterable<number>]> {
    return this.#members;
  }
}
