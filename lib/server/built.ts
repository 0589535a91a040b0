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

/** A value within an object: of one of its fields, or of one within that field (`inner`); `missing` where that field is null. */
export interface Property {
  readonly name: string;
  readonly inner: string | null;
  readonly missing: "" | null;
}

/**
 * A function that gives what `read` makes of a value within an object. Each is written with the names in its text: of a place in the program that is told
 * names the engine learns nothing, and is many times slower there.
 */
export function propertyReader<Whole, Value, Read>(property: Property, read: (value: Value) => Read): (whole: Whole) => Read {
  return new Function("read", `"use strict"; return (whole) => read(${textOf(property)});`)(read) as (whole: Whole) => Read;
}

/** A function that compares what is kept with a value within an object, as quick as `propertyReader`. */
export function propertyTest<Kept, Whole, Value>(property: Property, is: (kept: Kept, value: Value) => boolean): (kept: Kept, whole: Whole) => boolean {
  return new Function("is", `"use strict"; return (kept, whole) => is(kept, ${textOf(property)});`)(is) as (kept: Kept, whole: Whole) => boolean;
}

function textOf({ name, inner, missing }: Property): string {
  for (const one of [name, inner ?? name]) if (!IS_NAME.test(one)) throw new Error(`"${one}" is no name of a field`);
  return inner === null ? `whole.${name}` : `whole.${name} === null ? ${JSON.stringify(missing)} : whole.${name}.${inner}`;
}

function built<Args extends readonly unknown[], Value>(expression: string, parts: readonly ((...args: Args) => unknown)[]): (...args: Args) => Value {
  const names = parts.map((_, at) => `r${at}`);
  // Each part is called at a place of its own, which the engine can inline: that is all the text is for.
  return new Function(...names, `"use strict"; return (${ARGS}) => ${expression};`)(...parts) as (...args: Args) => Value;
}
