import { larger } from "@/lib/server/larger";

/** A resourceVersion for each of many small whole numbers: a number wherever it is written like one, as every API server does, else its text. */
export class VersionColumn {
  #numbers = new Float64Array(0);
  readonly #odd = new Map<number, string>();

  grow(capacity: number): void {
    this.#numbers = larger(this.#numbers, new Float64Array(capacity));
  }

  set(slot: number, version: string): void {
    const number = Number(version);
    const isPlain = Number.isSafeInteger(number) && String(number) === version;
    this.#numbers[slot] = isPlain ? number : Number.NaN;
    if (isPlain) this.#odd.delete(slot);
    else this.#odd.set(slot, version);
  }

  clear(slot: number): void {
    this.#odd.delete(slot);
  }

  /** The version as it came. */
  text(slot: number): string {
    const number = this.#numbers[slot] ?? Number.NaN;
    return Number.isNaN(number) ? (this.#odd.get(slot) ?? "") : String(number);
  }
}
