import type { Total } from "./totals";

/**
 * Values that rest on a total, or on anything else with a version, and on what the reader asks: evaluated when they are read, once for each version.
 * Of each the last question is remembered.
 */
export class ReadValues<S extends Total, Question, V> {
  readonly #known = new WeakMap<S, { readonly version: number; readonly question: Question; readonly value: V }>();

  of(on: S, question: Question, evaluate: () => V): V {
    const known = this.#known.get(on);
    if (known !== undefined && known.version === on.version && known.question === question) return known.value;
    const value = evaluate();
    this.#known.set(on, { version: on.version, question, value });
    return value;
  }
}
