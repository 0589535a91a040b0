import type { Path } from "@/lib/domain/preview/finding";
import { asPairs, valueAt } from "@/lib/domain/preview/values";
import { isSameValue } from "./field-changes";

/** One thing that a server refused of a document. `field`: where, as the API server writes it, such as "spec.ports[0].number"; "" = it names no place. */
export interface FieldCause {
  readonly field: string;
  readonly message: string;
  /** The kind of fault, where this server found it. */
  readonly code?: string | undefined;
}

/** A cause with the place of the document that it is about. */
export interface PlacedCause extends FieldCause {
  readonly path: Path;
}

/**
 * The place that a field of an answer means; [] = none. The API server writes a key after a dot (`spec.labels.app.kubernetes.io/name`) or in
 * brackets (`spec.ports[http]`), and a key may hold both itself: of the keys that the document has, the longest that fits is meant. What the
 * document does not have is read as written.
 */
export function pathOfField(document: unknown, field: string): Path {
  const path: (string | number)[] = [];
  let [held, rest] = [document, field];
  for (let step = stepInto(held, rest); step !== null; step = stepInto(held, rest)) {
    path.push(step.part);
    held = valueAt(held, [step.part]);
    rest = rest.slice(step.length);
  }
  if (!MISSING.test(rest)) return path;
  return [...path, ...Array.from(rest.matchAll(PART), ([part, index]) => (index === undefined ? part : Number(index)))];
}

/** The causes that name a place where the document says what it said when it was refused: what was changed since may be right by now. */
export function remainingCauses(refused: unknown, now: unknown, causes: readonly FieldCause[]): readonly PlacedCause[] {
  return causes
    .map((cause) => ({ ...cause, path: pathOfField(refused, cause.field) }))
    .filter(({ path }) => path.length > 0 && isSameValue(valueAt(refused, path), valueAt(now, path)));
}

/** Names of fields and places in lists, where the document has nothing. */
const MISSING = /^(?:\.?[A-Za-z]\w*|\[\d{1,4}\])(?:\.[A-Za-z]\w*|\[\d{1,4}\])*$/;
const PART = /[A-Za-z]\w*|\[(\d+)\]/g;

interface Step {
  readonly part: string | number;
  /** How much of the field it takes. */
  readonly length: number;
}

function stepInto(held: unknown, rest: string): Step | null {
  if (Array.isArray(held)) {
    const index = /^\[(\d{1,4})\]/.exec(rest);
    return index !== null && Number(index[1]) < held.length ? { part: Number(index[1]), length: index[0].length } : null;
  }
  const steps = asPairs(held).flatMap(([key]) => keyAt(key, rest) ?? []);
  return steps.reduce<Step | null>((longest, step) => (longest !== null && longest.length >= step.length ? longest : step), null);
}

function keyAt(key: string, rest: string): Step | null {
  if (rest.startsWith(`[${key}]`)) return { part: key, length: key.length + 2 };
  const dot = rest.startsWith(".") ? 1 : 0;
  const end = dot + key.length;
  const isWhole = end === rest.length || rest[end] === "." || rest[end] === "[";
  return key !== "" && isWhole && rest.startsWith(key, dot) ? { part: key, length: end } : null;
}
