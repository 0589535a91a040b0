/** How many machines a group should have. Istio has no such number (facts 9.1, 15), so a person declares it, or nobody knows. */
export type ExpectedSize =
  | { readonly kind: "declared"; readonly size: number }
  | { readonly kind: "unreadable"; readonly text: string }
  | { readonly kind: "unknown" };

/** Annotation on a WorkloadGroup in which a person declares its size. */
export const EXPECTED_SIZE_ANNOTATION = "stolos.dev/expected-size";

/** Reads the annotation: a whole number of at most six digits, or it says so. */
export function expectedSizeOf(text: string | null): ExpectedSize {
  if (text === null) return { kind: "unknown" };
  const digits = text.trim();
  return /^\d{1,6}$/.test(digits) ? { kind: "declared", size: Number(digits) } : { kind: "unreadable", text };
}
