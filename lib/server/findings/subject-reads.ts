import { larger, nextCapacity } from "@/lib/server/larger";
import { READ_ALL } from "./reads";

/** What was read of each subject when it was asked about last, as bits: it is asked again where that is another. */
export class SubjectReads {
  #bits = new Int32Array(0);
  /** All that was ever read of any of them. */
  #ever = 0;

  /** One that was not asked about may read everything. */
  of(number: number): number {
    return this.#bits[number] ?? READ_ALL;
  }

  /** May any of them have read this? */
  any(bits: number): boolean {
    return (this.#ever & bits) !== 0;
  }

  set(number: number, bits: number): void {
    if (number >= this.#bits.length) this.#bits = larger(this.#bits, new Int32Array(nextCapacity(this.#bits.length, number + 1)).fill(READ_ALL));
    this.#bits[number] = bits;
    this.#ever |= bits;
  }
}
