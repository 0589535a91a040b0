import { type LabelSet, MAX_LABEL_KEY_LENGTH, sortedLabelSet } from "@/lib/domain/object/label-set";
import { HashIndex } from "@/lib/server/derive/hash-index";
import { larger, nextCapacity } from "@/lib/server/larger";
import type { Dictionary } from "./dictionary";

/** A value with no more users than this is one machine's own (its host name, say), and stands apart from what its set shares with others. */
const OWN_USERS = 3;

/**
 * Sets of labels by small numbers. Keys and values are numbers of a dictionary and equal sets are kept once. A set is a stretch of one array
 * (key, value, key, value) and, where others have most of it too, the number of another set that holds the rest. Number 0 is the empty set.
 */
export class LabelSets {
  #arena = new Int32Array(1024);
  #arenaEnd = 0;
  #offsets = new Int32Array(256);
  #lengths = new Int32Array(256);
  #bases = new Int32Array(256);
  #users = new Int32Array(256);
  #limit = 1;
  /** The set that was asked for last: a machine's metadata mostly has the labels of its spec. */
  #last = 0;
  readonly #freeIds: number[] = [];
  readonly #freeStretches = new Map<number, number[]>();
  readonly #index = new HashIndex((id) => finished(this.#hashOfSet(id)));

  constructor(private readonly texts: Dictionary) {}

  /** The number of a set, counted as one more user. */
  acquire(labels: LabelSet): number {
    if (labels.length === 0) return 0;
    if ((this.#users[this.#last] ?? 0) > 0 && this.isSet(this.#last, labels)) return this.use(this.#last);
    const pairs: number[] = [];
    for (const [key, value] of labels) pairs.push(this.texts.acquire(key), this.texts.acquire(value));
    const known = this.#find(pairs);
    this.#last = known < 0 ? this.#addInParts(pairs) : this.#acquireKnown(known, pairs);
    return this.#last;
  }

  /** One more user of a set that is there. */
  use(id: number): number {
    if (id !== 0) this.#users[id] = (this.#users[id] ?? 0) + 1;
    return id;
  }

  release(id: number): void {
    if (id === 0) return;
    const users = (this.#users[id] ?? 0) - 1;
    this.#users[id] = users;
    if (users > 0) return;
    this.#index.remove(id);
    const stretch = this.#stretch(id);
    for (const text of stretch) this.texts.release(text);
    const free = this.#freeStretches.get(stretch.length) ?? [];
    free.push(this.#offsets[id] ?? 0);
    this.#freeStretches.set(stretch.length, free);
    this.#freeIds.push(id);
    this.release(this.#bases[id] ?? 0);
  }

  labels(id: number): LabelSet {
    const pairs: (readonly [string, string])[] = [];
    for (let part = id; part !== 0; part = this.#bases[part] ?? 0) {
      const stretch = this.#stretch(part);
      for (let at = 0; at < stretch.length; at += 2) pairs.push([this.texts.text(stretch[at] ?? 0), this.texts.text(stretch[at + 1] ?? 0)]);
    }
    return sortedLabelSet(pairs);
  }

  /** Is this the set? It looks nothing up, for both are in the order of their keys. Where a key may have been cut it says no. */
  isSet(id: number, labels: LabelSet): boolean {
    let found = 0;
    for (let part = id; part !== 0; part = this.#bases[part] ?? 0) {
      const offset = this.#offsets[part] ?? 0;
      const end = offset + (this.#lengths[part] ?? 0);
      let next = 0;
      for (let at = offset; at < end; at += 2, next++, found++) {
        const key = this.texts.text(this.#arena[at] ?? 0);
        while (next < labels.length && labels[next]?.[0] !== key) next++;
        if (labels[next]?.[1] !== this.texts.text(this.#arena[at + 1] ?? 0) || key.length >= MAX_LABEL_KEY_LENGTH) return false;
      }
    }
    return found === labels.length;
  }

  /** The value of a key in a set, or undefined. */
  value(id: number, key: string): string | undefined {
    const wanted = id === 0 ? undefined : this.texts.find(key);
    const value = wanted === undefined ? -1 : this.valueIn(id, wanted);
    return value < 0 ? undefined : this.texts.text(value);
  }

  /** The number of a key's value in a set, or -1; the key by its number. */
  valueIn(id: number, key: number): number {
    for (let part = id; part !== 0; part = this.#bases[part] ?? 0) {
      const offset = this.#offsets[part] ?? 0;
      const end = offset + (this.#lengths[part] ?? 0);
      for (let at = offset; at < end; at += 2) if (this.#arena[at] === key) return this.#arena[at + 1] ?? 0;
    }
    return -1;
  }

  /** The set that holds what a set shares with others: itself where it is not parted. */
  rootOf(id: number): number {
    let root = id;
    for (let base = this.#bases[id] ?? 0; base !== 0; base = this.#bases[base] ?? 0) root = base;
    return root;
  }

  /** The keys that a set does not have from what it shares with others, by number, in ascending order. */
  ownKeys(id: number): number[] {
    const keys: number[] = [];
    for (let part = id; (this.#bases[part] ?? 0) !== 0; part = this.#bases[part] ?? 0) {
      const offset = this.#offsets[part] ?? 0;
      const end = offset + (this.#lengths[part] ?? 0);
      for (let at = offset; at < end; at += 2) keys.push(this.#arena[at] ?? 0);
    }
    return keys.sort((a, b) => a - b);
  }

  /** The sets of which one stretch holds this pair. Reads all pairs, as fast as memory: for a value that few have. */
  setsWith(key: number, value: number): number[] {
    const sets: number[] = [];
    for (let at = this.#arena.indexOf(value); at >= 0 && at < this.#arenaEnd; at = this.#arena.indexOf(value, at + 1)) {
      if (at % 2 === 0 || this.#arena[at - 1] !== key) continue;
      for (let id = 1; id < this.#limit; id++) {
        const offset = this.#offsets[id] ?? 0;
        if (offset <= at && at < offset + (this.#lengths[id] ?? 0) && (this.#users[id] ?? 0) > 0) sets.push(id);
      }
    }
    return sets;
  }

  #stretch(id: number): Int32Array {
    const offset = this.#offsets[id] ?? 0;
    return this.#arena.subarray(offset, offset + (this.#lengths[id] ?? 0));
  }

  #find(pairs: readonly number[]): number {
    return this.#index.find(finished(hashOf(pairs)), (id) => this.#equals(id, pairs));
  }

  /** A set that is known holds its texts already. */
  #acquireKnown(id: number, pairs: readonly number[]): number {
    for (const text of pairs) this.texts.release(text);
    return this.use(id);
  }

  #addInParts(pairs: readonly number[]): number {
    const [own, shared]: [number[], number[]] = [[], []];
    for (let at = 0; at < pairs.length; at += 2) {
      const [key = 0, value = 0] = [pairs[at], pairs[at + 1]];
      (this.texts.users(value) <= OWN_USERS ? own : shared).push(key, value);
    }
    if (own.length === 0 || shared.length === 0) return this.#add(pairs, 0);
    const known = this.#find(shared);
    return this.#add(own, known < 0 ? this.#add(shared, 0) : this.#acquireKnown(known, shared));
  }

  #add(stretch: readonly number[], base: number): number {
    const id = this.#freeIds.pop() ?? this.#allocate();
    const offset = this.#freeStretches.get(stretch.length)?.pop() ?? this.#grow(stretch.length);
    this.#arena.set(stretch, offset);
    this.#offsets[id] = offset;
    this.#lengths[id] = stretch.length;
    this.#bases[id] = base;
    this.#users[id] = 1;
    this.#index.insert(id);
    return id;
  }

  #allocate(): number {
    if (this.#limit === this.#users.length) {
      const capacity = nextCapacity(this.#limit, this.#limit + 1);
      this.#offsets = larger(this.#offsets, new Int32Array(capacity));
      this.#lengths = larger(this.#lengths, new Int32Array(capacity));
      this.#bases = larger(this.#bases, new Int32Array(capacity));
      this.#users = larger(this.#users, new Int32Array(capacity));
    }
    return this.#limit++;
  }

  #grow(length: number): number {
    const offset = this.#arenaEnd;
    this.#arenaEnd += length;
    if (this.#arenaEnd > this.#arena.length) this.#arena = larger(this.#arena, new Int32Array(nextCapacity(this.#arena.length, this.#arenaEnd)));
    return offset;
  }

  /** Keys are there once, so as many pairs, each of which is here, are the same set. */
  #equals(id: number, pairs: readonly number[]): boolean {
    let length = 0;
    for (let part = id; part !== 0; part = this.#bases[part] ?? 0) length += this.#lengths[part] ?? 0;
    if (length !== pairs.length) return false;
    for (let at = 0; at < pairs.length; at += 2) if (this.valueIn(id, pairs[at] ?? 0) !== pairs[at + 1]) return false;
    return true;
  }

  #hashOfSet(id: number): number {
    let hash = 0;
    for (let part = id; part !== 0; part = this.#bases[part] ?? 0) hash = (hash + hashOf(this.#stretch(part))) | 0;
    return hash;
  }
}

/** A sum over pairs: the same however a set is parted. */
function hashOf(pairs: Int32Array | readonly number[]): number {
  let hash = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const mixed = Math.imul((pairs[at] ?? 0) ^ Math.imul(pairs[at + 1] ?? 0, 0x9e3779b1), 0x85ebca6b);
    hash = (hash + (mixed ^ (mixed >>> 15))) | 0;
  }
  return hash;
}

function finished(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) & 0x7fffffff;
}
