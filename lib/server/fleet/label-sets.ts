import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import type { Dictionary } from "./dictionary";
import { SlotIndex } from "./slot-index";

/**
 * Sets of labels by small numbers. Keys and values are numbers of a dictionary, equal sets are kept once, and a set is a stretch of one
 * array: key, value, key, value. Number 0 is the empty set.
 */
export class LabelSets {
  #arena = new Int32Array(1024);
  #arenaEnd = 0;
  readonly #offsets: number[] = [0];
  readonly #lengths: number[] = [0];
  readonly #users: number[] = [1];
  readonly #freeIds: number[] = [];
  readonly #freeStretches = new Map<number, number[]>();
  readonly #index = new SlotIndex((id) => hashOf(this.#stretch(id)));

  constructor(private readonly texts: Dictionary) {}

  /** The number of a set, counted as one more user. */
  acquire(labels: LabelSet): number {
    if (labels.length === 0) return 0;
    const stretch = labels.flatMap(([key, value]) => [this.texts.acquire(key), this.texts.acquire(value)]);
    const known = this.#index.find(hashOf(stretch), (id) => this.#equals(id, stretch));
    if (known < 0) return this.#add(stretch);
    for (const text of stretch) this.texts.release(text);
    this.#users[known] = (this.#users[known] ?? 0) + 1;
    return known;
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
  }

  labels(id: number): LabelSet {
    const stretch = this.#stretch(id);
    const pairs: (readonly [string, string])[] = [];
    for (let at = 0; at < stretch.length; at += 2) pairs.push([this.texts.text(stretch[at] ?? 0), this.texts.text(stretch[at + 1] ?? 0)]);
    return labelSet(pairs);
  }

  /** The value of a key in a set, or undefined. */
  value(id: number, key: string): string | undefined {
    const wanted = this.texts.find(key);
    if (wanted === undefined) return undefined;
    const end = (this.#offsets[id] ?? 0) + (this.#lengths[id] ?? 0);
    for (let at = this.#offsets[id] ?? 0; at < end; at += 2) if (this.#arena[at] === wanted) return this.texts.text(this.#arena[at + 1] ?? 0);
    return undefined;
  }

  #stretch(id: number): Int32Array {
    const offset = this.#offsets[id] ?? 0;
    return this.#arena.subarray(offset, offset + (this.#lengths[id] ?? 0));
  }

  #add(stretch: readonly number[]): number {
    const id = this.#freeIds.pop() ?? this.#offsets.length;
    const offset = this.#freeStretches.get(stretch.length)?.pop() ?? this.#grow(stretch.length);
    this.#arena.set(stretch, offset);
    this.#offsets[id] = offset;
    this.#lengths[id] = stretch.length;
    this.#users[id] = 1;
    this.#index.insert(id);
    return id;
  }

  #grow(length: number): number {
    const offset = this.#arenaEnd;
    this.#arenaEnd += length;
    if (this.#arenaEnd > this.#arena.length) {
      const larger = new Int32Array(Math.max(this.#arenaEnd, Math.ceil(this.#arena.length * 1.25)));
      larger.set(this.#arena);
      this.#arena = larger;
    }
    return offset;
  }

  #equals(id: number, stretch: readonly number[]): boolean {
    const offset = this.#offsets[id] ?? 0;
    if (this.#lengths[id] !== stretch.length) return false;
    for (let i = 0; i < stretch.length; i++) if (this.#arena[offset + i] !== stretch[i]) return false;
    return true;
  }
}

function hashOf(stretch: Int32Array | readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const text of stretch) hash = Math.imul(hash ^ text, 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
