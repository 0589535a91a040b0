import type { Statement } from "./statement";

/** How many machines a group should have. Istio has no such number (facts 9.1, 15), so a person declares it, or nobody knows. */
export type ExpectedSize =
  /** `planned`: so many were taken off what is declared, as they left as planned. Missing = none. */
  | { readonly kind: "declared"; readonly size: number; readonly planned?: number }
  | LearnedSize
  | { readonly kind: "unreadable"; readonly text: string }
  | { readonly kind: "unknown" };

/** The size that the record shows: the level held from a moment on, until another (null = it still holds). Milliseconds. */
export interface LearnedSize {
  readonly kind: "learned";
  readonly size: number;
  readonly from: number;
  readonly to: number | null;
}

/** Annotation on a WorkloadGroup in which a person declares its size. */
export const EXPECTED_SIZE_ANNOTATION = "stolos.dev/expected-size";

/** Reads the annotation: a whole number of at most six digits, or it says so. */
export function expectedSizeOf(text: string | null): ExpectedSize {
  if (text === null) return { kind: "unknown" };
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? { kind: "declared", size: Number(digits) } : { kind: "unreadable", text };
}

/**
 * The size without machines that left as planned: a declared one still counts them. A learned one does not, as the record lowers it when they go.
 */
export function withoutPlannedGone(size: ExpectedSize, gone: number): ExpectedSize {
  if (size.kind !== "declared" || gone === 0) return size;
  const planned = Math.min(gone, size.size);
  return { kind: "declared", size: size.size - planned, planned };
}

/** The expected size in a group's template. `declared`: the annotation as written, if it is no whole number. */
export interface SizeStatement extends Statement {
  readonly kind: "template-size";
  readonly expected: number | null;
  readonly source: "declared" | "learned" | "unreadable" | "unknown";
  /** Declared machines that left as planned: they are not part of `expected`. */
  readonly plannedGone: number;
  readonly declared: string | null;
}

/** The parts of a roll-up that state the size. */
interface CountedSize {
  readonly expected: number | null;
  readonly expectedFrom: SizeStatement["source"];
  readonly planned?: number | undefined;
}

/** The statement of a group's expected size; `text` is the annotation as written, null = none. */
export function sizeStatement({ expected, expectedFrom, planned = 0 }: CountedSize, text: string | null): SizeStatement {
  return { kind: "template-size", expected, source: expectedFrom, plannedGone: planned, declared: expected === null ? text : null };
}

/** How many are expected, as far as anybody knows. */
export function knownSize(expected: ExpectedSize): number | null {
  return expected.kind === "declared" || expected.kind === "learned" ? expected.size : null;
}
