import type { DocumentPath } from "@/lib/domain/preview/finding";
import { asPairs, valueAt } from "@/lib/domain/preview/values";
import { isSameValue } from "./field-changes";

/** One error of a server about a document. `field`: the path in the API server's notation, such as "spec.ports[0].number". "" = no path. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
  /** The error code, if Stolos found the error. */
  readonly code?: string | undefined;
}

/** An error of a server with its path in the document. */
export interface FieldErrorWithPath extends FieldError {
  readonly path: DocumentPath;
}

/**
 * Returns the path of a field in a server's error, [] = none. The API server writes a key after a dot (`spec.labels.app.kubernetes.io/name`) or in
 * brackets (`spec.ports[http]`), and a key can contain both. The longest key of the document that matches counts. Parts that the document does not
 * have are parsed as they are written.
 */
export function parseErrorFieldPath(document: unknown, field: string): DocumentPath {
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

/** Returns the errors whose path has the value that it had in the rejected document. A value that changed since then may be valid now. */
export function remainingFieldErrors(refused: unknown, now: unknown, causes: readonly FieldError[]): readonly FieldErrorWithPath[] {
  return causes
    .map((cause) => ({ ...cause, path: parseErrorFieldPath(refused, cause.field) }))
    .filter(({ path }) => path.length > 0 && isSameValue(valueAt(refused, path), valueAt(now, path)));
}

/** Field names and list indexes that the document does not have. */
const MISSING = /^(?:\.?[A-Za-z]\w*|\[\d{1,4}\])(?:\.[A-Za-z]\w*|\[\d{1,4}\])*$/;
const PART = /[A-Za-z]\w*|\[(\d+)\]/g;

interface Step {
  readonly part: string | number;
  /** The number of characters of the field that this step uses. */
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
