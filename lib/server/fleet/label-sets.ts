import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import { Dictionary } from "./dictionary";
import { SlotIndex } from "./slot-index";

const SEPARATOR = "\u0000";

/** Sets of labels by small numbers: pairs are numbered, equal sets are kept once, and a set is a stretch of one array. Number 0 is the empty set. */
export class LabelSets {
  readonly #pairs = new Dictionary();
  #arena = new Int32Array(1024);
  #arenaEnd = 0;
  #offsets: number[] = [0];
  #lengths: number[] = [0];
  #users: number[] = [1];
  #hashes: number[] = [0];
  readonly #freeIds: number[] = [];
  readonly #freeStretches = new Map<number, number[]>();
  readonly #index = new SlotIndex((id) => this.#hashes[id] ?? 0);

  /** The number of a set, counted as one more user. */
  acquire(labels: LabelSet): number {
    if (labels.length === 0) return 0;
    // A stranger's key may hold the separator; it must not end in the middle.
    const pairs = labels.map(([key, value]) => this.#pairs.acquire(key.replaceAll(SEPARATOR, "\ufffd") + SEPARATOR + value));
    const hash = hashOf(pairs);
    const known = this.#index.find(hash, (id) => this.#equals(id, pairs));
    if (known >= 0) {
      for (const pair of pairs) this.#pairs.release(pair);
      this.#users[known] = (this.#users[known] ?? 0) + 1;
      return known;
    }
    return this.#add(pairs, hash);
  }

  release(id: number): void {
    if (id === 0) return;
    const users = (this.#users[id] ?? 0) - 1;
    this.#users[id] = users;
    if (users > 0) return;
    const offset = this.#offsets[id] ?? 0;
    const length = this.#lengths[id] ?? 0;
    this.#index.remove(id);
    for (let i = offset; i < offset + length; i++) this.#pairs.release(this.#arena[i] ?? 0);
    const stretches = this.#freeStretches.get(length) ?? [];
    stretches.push(offset);
    this.#freeStretches.set(length, stretches);
    this.#freeIds.push(id);
  }

  labels(id: number): LabelSet {
    const offset = this.#offsets[id] ?? 0;
    const pairs: (readonly [string, string])[] = [];
    for (let i = 0; i < (this.#lengths[id] ?? 0); i++) pairs.push(this.#pair(this.#arena[offset + i] ?? 0));
    return labelSet(pairs);
  }

  /** The number of a pair that some set holds, or undefined. */
  findPair(key: string, value: string): number | undefined {
    return this.#pairs.find(key + SEPARATOR + value);
  }

  hasPair(id: number, pair: number): boolean {
    const offset = this.#offsets[id] ?? 0;
    for (let i = 0; i < (this.#lengths[id] ?? 0); i++) if (this.#arena[offset + i] === pair) return true;
    return false;
  }

  /** The value of a key in a set, or undefined. */
  value(id: number, key: string): string | undefined {
    const offset = this.#offsets[id] ?? 0;
    for (let i = 0; i < (this.#lengths[id] ?? 0); i++) {
      const text = this.#pairs.text(this.#arena[offset + i] ?? 0);
      if (text.length > key.length && text.startsWith(key) && text[key.length] === SEPARATOR) return text.slice(key.length + 1);
    }
    return undefined;
  }

  /** The numbers of a set's pairs. */
  pairs(id: number): Int32Array {
    const offset = this.#offsets[id] ?? 0;
    return this.#arena.subarray(offset, offset + (this.#lengths[id] ?? 0));
  }

  #pair(pair: number): readonly [string, string] {
    const text = this.#pairs.text(pair);
    const at = text.indexOf(SEPARATOR);
    return [text.slice(0, at), text.slice(at + 1)];
  }

  #add(pairs: readonly number[], hash: number): number {
    const id = this.#freeIds.pop() ?? this.#offsets.length;
    const offset = this.#freeStretches.get(pairs.length)?.pop() ?? this.#grow(pairs.length);
    this.#arena.set(pairs, offset);
    this.#offsets[id] = offset;
    this.#lengths[id] = pairs.length;
    this.#users[id] = 1;
    this.#hashes[id] = hash;
    this.#index.insert(id);
    return id;
  }

  #grow(length: number): number {
    const offset = this.#arenaEnd;
    this.#arenaEnd += length;
    if (this.#arenaEnd > this.#arena.length) {
      const larger = new Int32Array(Math.max(this.#arenaEnd, Math.ceil(this.#arena.length * 1.5)));
      larger.set(this.#arena);
      this.#arena = larger;
    }
    return offset;
  }

  #equals(id: number, pairs: readonly number[]): boolean {
    const offset = this.#offsets[id] ?? 0;
    if (this.#lengths[id] !== pairs.length) return false;
    for (let i = 0; i < pairs.length; i++) if (this.#arena[offset + i] !== pairs[i]) return false;
    return true;
  }
}

function hashOf(pairs: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const pair of pairs) hash = Math.imul(hash ^ pair, 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
