/** So many values of each age are remembered: those that are asked for again stay, others make room. */
const REMEMBERED = 1_024;

/** Values that many objects have alike are kept once: what is asked for again and again is the same value each time. */
export class SharedParts<T> {
  #young = new Map<string, T>();
  #old: ReadonlyMap<string, T> = new Map();

  /** The value that was kept under a key, or else a new one from now on. */
  keep(key: string, make: () => T): T {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const kept = this.#old.get(key) ?? make();
    if (this.#young.size >= REMEMBERED) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, kept);
    return kept;
  }
}

const texts = new SharedParts<string>();

/** A text that other objects have as well, such as the name of a Node. */
export function sharedText(text: string): string {
  return texts.keep(text, () => text);
}
