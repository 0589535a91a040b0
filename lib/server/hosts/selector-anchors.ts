import type { LabelSet } from "@/lib/domain/object/label-set";
import type { LabelLookup } from "./host-matching";

interface Wanting {
  /** The labels that it wants. */
  readonly pairs: LabelSet;
}

interface Anchored<S> {
  readonly key: string;
  readonly value: string;
  readonly at: Set<S>;
}

/** So many selectors at one pair, and each doubling of it, are looked through for a rarer one of theirs. */
const CROWD = 8;

/**
 * The selectors of one namespace, each found by one pair of labels that it wants: the one that the fewest of them want. Who looks for those that may
 * take a machine looks at the machine's values of a few keys, not at every selector.
 */
export class SelectorAnchors<S extends Wanting> {
  readonly #byKey = new Map<string, Map<string, Set<S>>>();
  readonly #wanting = new Map<string, number>();
  readonly #anchors = new Map<S, Anchored<S>>();
  /** Those that want no label. */
  readonly #undemanding = new Set<S>();

  add(selector: S): void {
    if (selector.pairs.length === 0) return void this.#undemanding.add(selector);
    for (const pair of selector.pairs) this.#wanting.set(textOf(pair), this.#wantingOf(pair) + 1);
    const { size } = this.#anchor(selector);
    if (size >= CROWD && Number.isInteger(Math.log2(size))) this.#thin(selector);
  }

  delete(selector: S): void {
    this.#undemanding.delete(selector);
    if (!this.#anchors.has(selector)) return;
    this.#unanchor(selector);
    for (const pair of selector.pairs) {
      const left = this.#wantingOf(pair) - 1;
      if (left === 0) this.#wanting.delete(textOf(pair));
      else this.#wanting.set(textOf(pair), left);
    }
  }

  /** All that may take whatever has these labels, and some that do not; each once. */
  *near(label: LabelLookup): Generator<S, undefined> {
    yield* this.#undemanding;
    for (const [key, values] of this.#byKey) {
      const value = label(key);
      if (value !== undefined) yield* values.get(value) ?? [];
    }
  }

  #anchor(selector: S): ReadonlySet<S> {
    const [first = NO_PAIR, ...others] = selector.pairs;
    // Of equally rare ones a key that others stand at: every further key is looked up for every machine.
    const [key, value] = others.reduce((best, pair) => (this.#cost(pair) < this.#cost(best) ? pair : best), first);
    const values = this.#byKey.get(key) ?? new Map<string, Set<S>>();
    this.#byKey.set(key, values);
    const at = values.get(value) ?? new Set<S>();
    values.set(value, at.add(selector));
    this.#anchors.set(selector, { key, value, at });
    return at;
  }

  #unanchor(selector: S): void {
    const anchored = this.#anchors.get(selector);
    if (anchored === undefined) return;
    this.#anchors.delete(selector);
    anchored.at.delete(selector);
    if (anchored.at.size > 0) return;
    const values = this.#byKey.get(anchored.key);
    values?.delete(anchored.value);
    if (values?.size === 0) this.#byKey.delete(anchored.key);
  }

  /** Others may have made what was rare common meanwhile. */
  #thin(selector: S): void {
    for (const one of [...(this.#anchors.get(selector)?.at ?? [])]) {
      this.#unanchor(one);
      this.#anchor(one);
    }
  }

  #cost(pair: LabelSet[number]): number {
    return this.#wantingOf(pair) - (this.#byKey.has(pair[0]) ? 0.5 : 0);
  }

  #wantingOf(pair: LabelSet[number]): number {
    return this.#wanting.get(textOf(pair)) ?? 0;
  }
}

const NO_PAIR = ["", ""] as const;

function textOf([key, value]: LabelSet[number]): string {
  return `${key}=${value}`;
}
