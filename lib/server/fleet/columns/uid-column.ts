import { hashText } from "@/lib/server/derive/hash-index";
import { larger } from "@/lib/server/larger";

const FREE = 0;
const UUID = 1;
const ODD = 2;

/** A uid in the form in which uids are compared: four numbers where it is a UUID, else its text. */
export interface UidKey {
  readonly words: readonly [number, number, number, number] | null;
  readonly text: string;
}

/** A uid a slot, in sixteen bytes: Kubernetes makes UUIDs. A uid that is none is kept as text. */
export class UidColumn {
  #kinds = new Uint8Array(0);
  #words = new Uint32Array(0);
  readonly #odd = new Map<number, string>();

  grow(capacity: number): void {
    this.#kinds = larger(this.#kinds, new Uint8Array(capacity));
    this.#words = larger(this.#words, new Uint32Array(capacity * 4));
  }

  isUsed(slot: number): boolean {
    return (this.#kinds[slot] ?? FREE) !== FREE;
  }

  set(slot: number, uid: string): void {
    const { words } = uidKey(uid);
    this.#odd.delete(slot);
    this.#kinds[slot] = words === null ? ODD : UUID;
    if (words === null) this.#odd.set(slot, uid);
    else this.#words.set(words, slot * 4);
  }

  clear(slot: number): void {
    this.#kinds[slot] = FREE;
    this.#odd.delete(slot);
  }

  /** The uid as it came, or "" where the slot is free. */
  text(slot: number): string {
    if (this.#kinds[slot] !== UUID) return this.#odd.get(slot) ?? "";
    const [a, b, c, d] = [this.#word(slot, 0), this.#word(slot, 1), this.#word(slot, 2), this.#word(slot, 3)];
    return `${hexOf(a >>> 16)}${hexOf(a)}-${hexOf(b >>> 16)}-${hexOf(b)}-${hexOf(c >>> 16)}-${hexOf(c)}${hexOf(d >>> 16)}${hexOf(d)}`;
  }

  equals(slot: number, { words, text }: UidKey): boolean {
    if (words === null) return this.#kinds[slot] === ODD && this.#odd.get(slot) === text;
    if (this.#kinds[slot] !== UUID) return false;
    for (let word = 0; word < 4; word++) if (this.#word(slot, word) !== words[word]) return false;
    return true;
  }

  hash(slot: number): number {
    return this.#kinds[slot] === UUID ? (this.#word(slot, 0) ^ this.#word(slot, 3)) & 0x7fffffff : hashText(this.#odd.get(slot) ?? "");
  }

  #word(slot: number, word: number): number {
    return this.#words[slot * 4 + word] ?? 0;
  }
}

export function uidKey(text: string): UidKey {
  return { words: wordsOf(text), text };
}

/** The same number as `UidColumn.hash` has for a slot with this uid. */
export function hashOfUid({ words, text }: UidKey): number {
  return words === null ? hashText(text) : (words[0] ^ words[3]) & 0x7fffffff;
}

/** A UUID in lower case with its four dashes as numbers; null for everything else, which could not be given back as it came. */
function wordsOf(text: string): UidKey["words"] {
  if (text.length !== 36) return null;
  const words: [number, number, number, number] = [0, 0, 0, 0];
  let digits = 0;
  for (let at = 0; at < 36; at++) {
    const code = text.charCodeAt(at);
    if (at === 8 || at === 13 || at === 18 || at === 23) {
      if (code !== 45) return null;
      continue;
    }
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1;
    if (digit < 0) return null;
    const word = digits++ >> 3;
    words[word] = ((words[word] ?? 0) << 4) | digit;
  }
  return [words[0] >>> 0, words[1] >>> 0, words[2] >>> 0, words[3] >>> 0];
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** The lower half of a word as four digits. */
function hexOf(word: number): string {
  return `${HEX[(word >>> 8) & 255]}${HEX[word & 255]}`;
}
