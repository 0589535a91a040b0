import type { PageRead, ReadElement } from "./read-page";
import type { Truth } from "./truth";
import type { World } from "./world";

/** A moment as a page shows it: it is within this span, in milliseconds. */
interface ReadMoment {
  readonly from: number;
  readonly to: number;
}

/** The values that one element shows, by name. */
export type Values = Readonly<Record<string, number | string | ReadMoment>>;

/** A value that is right: exactly this one, one of several, a number in a range, or a moment. Milliseconds. */
export type Right =
  | number
  | string
  | { readonly any: readonly (number | string)[] }
  | { readonly least: number; readonly most: number }
  | { readonly moments: readonly number[] };

/** The page that an invariant reads, and the truth about it. */
export interface Context {
  readonly truth: Truth;
  readonly page: PageRead;
}

/** A claim about values on pages: each equals what the test computes from Kubernetes objects. */
export interface Invariant {
  readonly name: string;
  /** The addresses of the pages, with their queries. */
  readonly pages: RegExp;
  /** Selects the elements that show the values. */
  readonly elements: string;
  /** The values of an element; null = it shows none of these. */
  readonly read: (element: ReadElement, context: Context) => Values | null;
  /** The right values of an element, by the same names; null = no such object exists at this moment. */
  readonly right: (element: ReadElement, world: World, context: Context) => Readonly<Record<string, Right>> | null;
  /** The fewest elements with values that the page must have at this moment; 1 by default. */
  readonly least?: (world: World, context: Context) => number;
}

/** The result of one invariant on one page. */
export interface Outcome {
  readonly invariant: string;
  /** The number of compared values. */
  readonly compared: number;
  /** Compared values whose change by one was found. */
  readonly caught: number;
  /** Changed values that were not found. */
  readonly missed: readonly string[];
  readonly wrong: readonly string[];
}

export function checkInvariant(invariant: Invariant, context: Context): Outcome {
  const outcomes = (context.page.elements.get(invariant.elements) ?? []).flatMap((element) => checkElement(invariant, element, context) ?? []);
  const { least = () => 1 } = invariant;
  const enough = context.truth.sometime((world) => outcomes.length >= least(world, context));
  const few = enough ? [] : [`${invariant.name}: ${outcomes.length} elements with values, expected at least ${least(context.truth.now, context)}`];
  return {
    invariant: invariant.name,
    compared: outcomes.reduce((sum, { compared }) => sum + compared, 0),
    caught: outcomes.reduce((sum, { caught }) => sum + caught, 0),
    missed: outcomes.flatMap(({ missed }) => missed),
    wrong: [...new Set([...few, ...outcomes.flatMap(({ wrong }) => wrong)])],
  };
}

function checkElement(invariant: Invariant, element: ReadElement, context: Context): Outcome | null {
  const values = invariant.read(element, context);
  if (values === null) return null;
  const { truth } = context;
  // A changed value is compared with the same right values: they do not depend on the values that the page shows.
  const rights = new Map<World, ReturnType<Invariant["right"]>>();
  const rightIn = (world: World) => {
    const right = rights.get(world) ?? invariant.right(element, world, context);
    rights.set(world, right);
    return right;
  };
  const isRight = (read: Values) =>
    truth.sometime((world) => {
      const right = rightIn(world);
      return right !== null && areEqual(read, right);
    });
  const names = Object.keys(values);
  const shown = { invariant: invariant.name, compared: names.length };
  if (!isRight(values)) {
    const right = invariant.right(element, truth.now, context);
    const wrong = `${invariant.name}: “${element.text || element.label}”${rowOf(element)} shows ${JSON.stringify(values)}, the objects give ${JSON.stringify(right)}`;
    return { ...shown, caught: 0, missed: [], wrong: [wrong] };
  }
  const missed = names.filter((name) => changed(values[name] ?? 0).some((value) => isRight({ ...values, [name]: value })));
  return { ...shown, caught: names.length - missed.length, missed: missed.map((name) => `${invariant.name}: ${name} in “${element.text}”`), wrong: [] };
}

function rowOf({ row, text }: ReadElement): string {
  return row === text || row === "" ? "" : ` in “${row.slice(0, 120)}”`;
}

/** The same value with one more and one less; a name with another one; a moment ten minutes earlier. */
function changed(value: Values[string]): readonly Values[string][] {
  if (typeof value === "number") return [value + 1, value - 1];
  if (typeof value === "string") return [`other-${value}`];
  return [{ from: value.from - 600_000, to: value.to - 600_000 }];
}

function areEqual(values: Values, right: Readonly<Record<string, Right>>): boolean {
  return Object.entries(values).every(([name, value]) => isEqual(value, right[name]));
}

function isEqual(value: Values[string], right: Right | undefined): boolean {
  if (right === undefined) return false;
  if (typeof right !== "object") return value === right;
  if ("any" in right) return typeof value !== "object" && right.any.includes(value);
  if ("least" in right) return typeof value === "number" && value >= right.least && value <= right.most;
  return typeof value === "object" && right.moments.some((at) => at >= value.from && at <= value.to);
}
