import type { Statement } from "@/lib/domain/statements/statement";

/** The number of machines that a group should have. Istio has no such number (docs/istio.md#no-expected-size): users declare it, or the history shows it. */
export type ExpectedSize =
  /** `planned`: declared machines that left as planned. They are not part of `size`. Missing = none. */
  | { readonly kind: "declared"; readonly size: number; readonly planned?: number }
  /** A declared range: `size` is its lower end, without machines that left as planned. */
  | { readonly kind: "range"; readonly size: number; readonly most: number; readonly planned?: number }
  | LearnedSize
  | ElasticSize
  | { readonly kind: "unreadable"; readonly text: string }
  | { readonly kind: "unknown" };

/** The source of an expected size. */
export type ExpectedSizeSource = ExpectedSize["kind"];

/** The sources as pages and files spell them. */
export const EXPECTED_SIZE_SOURCES = ["declared", "range", "learned", "elastic", "unreadable", "unknown"] as const satisfies readonly ExpectedSizeSource[];

/** A size from the history: the group had it from one moment to another (null = it still has). Milliseconds. */
export interface LearnedSize {
  readonly kind: "learned";
  readonly size: number;
  readonly from: number;
  readonly to: number | null;
}

/** A learned size that falls and rises as machines leave healthy: `size` is the smallest that the group held. */
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
export function formatExpectedSize(text: string): string | null {
  const size = parseExpectedSize(text);
  if (size.kind === "declared") return String(size.size);
  return size.kind === "range" ? `${size.size}-${size.most}` : null;
}

/** Returns the size without machines that left as planned. A declared size still counts them. The history lowers a learned one when they leave. */
export function subtractPlannedLeaves(size: ExpectedSize, gone: number): ExpectedSize {
  if ((size.kind !== "declared" && size.kind !== "range") || gone === 0) return size;
  const planned = Math.min(gone, size.size);
  return { ...size, size: size.size - planned, planned };
}

/** The statement of the expected size in a group's template. `declared`: the annotation as written, if it is no whole number. */
export interface SizeStatement extends Statement {
  readonly kind: "template-size";
  readonly expected: number | null;
  readonly source: ExpectedSizeSource;
  /** Declared machines that left as planned. `expected` does not count them. */
  readonly plannedGone: number;
  /** Accepted losses. `expected` does not count them. */
  readonly accepted: number;
  readonly declared: string | null;
}

interface CountedSize {
  readonly expected: number | null;
  readonly expectedFrom: SizeStatement["source"];
  readonly planned?: number | undefined;
  readonly accepted?: number | undefined;
}

/** The statement of a group's expected size; `text` is the annotation as written, null = none. */
export function sizeStatement({ expected, expectedFrom, planned = 0, accepted = 0 }: CountedSize, text: string | null): SizeStatement {
  return { kind: "template-size", expected, source: expectedFrom, plannedGone: planned, accepted, declared: expected === null ? text : null };
}

/** The least number of machines that is expected; null = not known. */
export function minimumExpectedSize(expected: ExpectedSize): number | null {
  return "size" in expected ? expected.size : null;
}
