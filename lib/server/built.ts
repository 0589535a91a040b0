type Reader<Args extends readonly unknown[]> = (...args: Args) => unknown;

const ARGS = ["a", "b", "c"];
const IS_NAME = /^[A-Za-z][A-Za-z0-9]*$/;

/**
 * A function that makes an object of these fields, each by its own reader: as quick as a literal that is written by hand, which a loop over names
 * is not by far. It is built once, from names and functions of the program's own; at most three arguments.
 */
export function objectBuilder<Built, Args extends readonly unknown[]>(
  fields: readonly (readonly [name: string, read: Reader<Args>])[],
): (...args: Args) => Built {
  for (const [name] of fields) if (!IS_NAME.test(name)) throw new Error(`"${name}" is no name of a field`);
  const parts = fields.map(([name], at) => `${name}: r${at}(${ARGS})`);
  return built(
    `({ ${parts.join(", ")} })`,
    fields.map(([, read]) => read),
  );
}

/** A function that says whether all of these tests hold; it stops at the first that does not. At most three arguments. */
export function allOf<Args extends readonly unknown[]>(tests: readonly ((...args: Args) => boolean)[]): (...args: Args) => boolean {
  return built(tests.length === 0 ? "true" : tests.map((_, at) => `r${at}(${ARGS})`).join(" && "), tests);
}

/** A function that gives all the bits of these, or-ed. At most three arguments. */
export function bitsOf<Args extends readonly unknown[]>(masks: readonly ((...args: Args) => number)[]): (...args: Args) => number {
  return built(["0", ...masks.map((_, at) => `r${at}(${ARGS})`)].join(" | "), masks);
}

/** A function that does all of these, in order. At most three arguments. */
export function inTurn<Args extends readonly unknown[]>(steps: readonly ((...args: Args) => void)[]): (...args: Args) => void {
  return built(`void (${["0", ...steps.map((_, at) => `r${at}(${ARGS})`)].join(", ")})`, steps);
}

function built<Args extends readonly unknown[], Value>(expression: string, parts: readonly ((...args: Args) => unknown)[]): (...args: Args) => Value {
  const names = parts.map((_, at) => `r${at}`);
  // Each part is called at a place of its own, which the engine can inline: that is all the text is for.
  return new Function(...names, `"use strict"; return (${ARGS}) => ${expression};`)(...parts) as (...args: Args) => Value;
}
