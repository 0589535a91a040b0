import type { Statement } from "@/lib/domain/statements/statement";

/** The number of machines that a group should have. Istio has no such number (docs/istio.md#no-expected-size): users declare it, or the history shows it. */
export type ExpectedSize =
  /** A declared number. `planned`: the declared machines that left as planned, which `size` does not count. Missing = none. */
  | { readonly kind: "declared"; readonly size: number; readonly planned?: number }
  /** A declared range. `size` is its lower end, which does not count machines that left as planned. */
  | { readonly kind: "range"; readonly size: number; readonly most: number; readonly planned?: number }
  | LearnedSize
  | ElasticSize
  | { readonly kind: "unreadable"; readonly text: string }
  | { readonly kind: "unknown" };

/** The source of an expected size. */
export type ExpectedSizeKind = ExpectedSize["kind"];

/** The sources in the spelling of pages and files. */
export const EXPECTED_SIZE_KINDS = ["declared", "range", "learned", "elastic", "unreadable", "unknown"] as const satisfies readonly ExpectedSizeKind[];

/** A size from the history, and the times between which the group had it. Null = it still has this size. Milliseconds. */
export interface LearnedSize {
  readonly kind: "learned";
  readonly size: number;
  readonly from: number;
  readonly to: number | null;
}

/** A learned size of a group that shrinks and grows while its machines leave healthy. `size` is the smallest that the group kept. */
export interface ElasticSize {
  readonly kind: "elastic";
  readonly size: number;
}

/** Annotation on a WorkloadGroup in which a user declares its size. */
export const EXPECTED_SIZE_ANNOTATION = "stolos.dev/expected-size";

/** Parses the annotation: "10", or a range "10-60". Numbers have at most six digits. Any other text is unreadable. */
export function parseExpectedSize(text: string | null): ExpectedSize {
  if (text === null) return { kind: "unknown" };
  const [, low, high] = /^(\d{1,6})(?:\s*-\s*(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (low === undefined || Number(high ?? low) < Number(low)) return { kind: "unreadable", text };
  return high === undefined ? { kind: "declared", size: Number(low) } : { kind: "range", size: Number(low), most: Number(high) };
}

/** Formats the annotation from a user's text: numbers without leading zeros. Null = no readable size. */
export function normalizeExpectedSizeText(text: string): string | null {
  const size = parseExpectedSize(text);
  if (size.kind === "declared") return String(size.size);
  return size.kind === "range" ? `${size.size}-${size.most}` : null;
}

/**
 * Returns an expected size without machines that left as planned. Only a declared number or range changes: the history has already lowered a learned
 * size.
 */
export function subtractPlannedLeaves(size: ExpectedSize, gone: number): ExpectedSize {
  if ((size.kind !== "declared" && size.kind !== "range") || gone === 0) return size;
  const planned = Math.min(gone, size.size);
  return { ...size, size: size.size - planned, planned };
}

/** The statement of a group's expected size. `declared`: the text of the annotation, if it is not a whole number. */
export interface ExpectedSizeStatement extends Statement {
  readonly kind: "template-size";
  readonly expected: number | null;
  readonly source: ExpectedSizeKind;
  /** The number of declared machines that left as planned. `expected` does not count them. */
  readonly plannedGone: number;
  /** The number of accepted losses. `expected` does not count them. */
  readonly accepted: number;
  readonly declared: string | null;
}

interface CountedSize {
  readonly expected: number | null;
  readonly expectedFrom: ExpectedSizeStatement["source"];
  readonly planned?: number | undefined;
  readonly accepted?: number | undefined;
}

/** Returns the statement of a group's expected size. `text`: the annotation as written; null = none. */
export function expectedSizeStatement({ expected, expectedFrom, planned = 0, accepted = 0 }: CountedSize, text: string | null): ExpectedSizeStatement {
  return { kind: "template-size", expected, source: expectedFrom, plannedGone: planned, accepted, declared: expected === null ? text : null };
}

/** Returns the smallest number of machines that is expected. Null = not known. */
export function minimumExpectedSize(expected: ExpectedSize): number | null {
  return "size" in expected ? expected.size : null;
}
