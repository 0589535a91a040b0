import { KeysByValue } from "@/lib/server/derive/keys-by-value";

interface TakenList<T> {
  readonly id: number;
  readonly text: string;
  readonly takers: readonly T[];
  users: number;
}

/** Who takes which key (a small whole number). Most keys are taken by the same few, so a list of takers is kept once; a key costs some twelve bytes. */
export class TakenLists<T extends object> {
  readonly #members = new KeysByValue();
  readonly #lists: (TakenList<T> | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #byText = new Map<string, TakenList<T>>();
  readonly #numbers = new Map<T, number>();
  readonly #listsOf = new Map<T, Set<number>>();
  #next = 0;

  /** The takers of a key. */
  of(key: number): readonly T[] {
    return this.#heldBy(key)?.takers ?? NOBODY;
  }

  /** Does it take any key? */
  takes(taker: T): boolean {
    return this.#listsOf.has(taker);
  }

  /** The keys of a taker, in no order. May be left and gone on with later: what it takes meanwhile may be missing. */
  *keysOf(taker: T): Generator<number, undefined> {
    for (const id of [...(this.#listsOf.get(taker) ?? [])]) yield* this.#members.of(id);
  }

  set(key: number, takers: readonly T[]): void {
    const before = this.#heldBy(key);
    if (takers.length === 0) this.#members.delete(key);
    else {
      const list = this.#listOf(takers);
      if (list === before) return;
      list.users++;
      this.#members.set(key, list.id);
    }
    if (before !== undefined && --before.users === 0) this.#drop(before);
  }

  /** Most keys have no list, and an array is slow to say that it has nothing at -1. */
  #heldBy(key: number): TakenList<T> | undefined {
    const id = this.#members.valueOf(key);
    return id < 0 ? undefined : this.#lists[id];
  }

  #listOf(takers: readonly T[]): TakenList<T> {
    const text = takers
      .map((taker) => this.#numberOf(taker))
      .sort((a, b) => a - b)
      .join();
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const list = { id: this.#free.pop() ?? this.#lists.length, text, takers, users: 0 };
    this.#lists[list.id] = list;
    this.#byText.set(text, list);
    for (const taker of takers) this.#listsOf.set(taker, (this.#listsOf.get(taker) ?? new Set()).add(list.id));
    return list;
  }

  #drop({ id, text, takers }: TakenList<T>): void {
    this.#byText.delete(text);
    this.#lists[id] = undefined;
    this.#free.push(id);
    for (const taker of takers) {
      const lists = this.#listsOf.get(taker);
      lists?.delete(id);
      if (lists?.size !== 0) continue;
      this.#listsOf.delete(taker);
      this.#numbers.delete(taker);
    }
  }

  /** A number that no other taker has, for as long as it takes any. */
  #numberOf(taker: T): number {
    const number = this.#numbers.get(taker) ?? this.#next++;
    this.#numbers.set(taker, number);
    return number;
  }
}

const NOBODY: readonly never[] = [];
