import { larger, nextCapacity } from "@/lib/server/larger";
import { type Derived, Evaluations } from "./evaluations";

/** A value, and when time alone makes another of it (milliseconds); null = never. */
export interface Dated<V> {
  readonly value: V;
  readonly due: number | null;
}

/** How one kind of value is derived. */
export interface Rule<V, Cause> {
  /** The value of a key by all that is known, as of a moment (milliseconds), and why it is asked for; null = there is no such key any more. */
  evaluate(key: number, at: number, cause: Cause): Dated<V> | null;
  isSame(a: V, b: V): boolean;
}

/** Hears of every value that is another one than before (null = there is none), since when, and why. */
export type ValueHook<V, Cause> = (key: number, before: V | null, after: V | null, at: number, cause: Cause) => void;

/** Values that are kept as they are, for those that have no columns of their own. */
export class DerivedValues<V, Cause> implements Derived<Cause> {
  /** By key, without holes: keys are small whole numbers, and a map would take six times the room. */
  readonly #values: (V | null)[] = [];
  /** Beside them, so that those who are fine until some moment can share one value. */
  #dues = new Float64Array(0);
  #size = 0;
  readonly #hooks = new Set<ValueHook<V, Cause>>();
  readonly evaluations = new Evaluations<Cause>(this);

  constructor(
    private readonly rule: Rule<V, Cause>,
    /** The cause where nothing but time has passed. */
    readonly due: Cause,
  ) {}

  get size(): number {
    return this.#size;
  }

  *keys(): Generator<number, undefined> {
    for (let key = 0; key < this.#values.length; key++) if (this.get(key) !== null) yield key;
  }

  get(key: number): V | null {
    return this.#values[key] ?? null;
  }

  hook(hook: ValueHook<V, Cause>): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  dueOf(key: number): number {
    return this.#dues[key] ?? Number.NaN;
  }

  evaluate(key: number, at: number, cause: Cause): void {
    const before = this.get(key);
    const dueBefore = this.dueOf(key);
    const evaluated = this.rule.evaluate(key, at, cause);
    const after = evaluated?.value ?? null;
    const due = evaluated?.due ?? Number.NaN;
    this.#keep(key, after);
    this.#date(key, due);
    this.evaluations.kept(key, Number.isNaN(due) || due === dueBefore ? null : due);
    if (before === null || after === null ? before === after : this.rule.isSame(before, after)) return;
    for (const hook of this.#hooks) hook(key, before, after, at, cause);
  }

  #keep(key: number, value: V | null): void {
    this.#size += Number(value !== null) - Number(this.get(key) !== null);
    while (this.#values.length < key) this.#values.push(null);
    this.#values[key] = value;
  }

  #date(key: number, due: number): void {
    if (key >= this.#dues.length) {
      if (Number.isNaN(due)) return;
      this.#dues = larger(this.#dues, new Float64Array(nextCapacity(this.#dues.length, key + 1)).fill(Number.NaN));
    }
    this.#dues[key] = due;
  }
}
