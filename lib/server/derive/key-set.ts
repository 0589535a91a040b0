import { larger, nextCapacity } from "@/lib/server/larger";

/** A set of keys (small whole numbers): a byte for every number up to its highest, whatever the engine's own sets would take. */
export class KeySet {
  #marks = new Uint8Array(0);

  add(key: number): void {
    if (key >= this.#marks.length) this.#marks = larger(this.#marks, new Uint8Array(nextCapacity(this.#marks.length, key + 1)));
    this.#marks[key] = 1;
  }

  delete(key: number): void {
    if (key < this.#marks.length) this.#marks[key] = 0;
  }

  has(key: number): boolean {
    return this.#marks[key] === 1;
  }
}
