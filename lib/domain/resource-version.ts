import { compareText } from "./compare-text";

const DECIMAL = /^(0|[1-9]\d*)$/;

/**
 * Orders two resource versions of one kind: negative = a is older. They are decimal numbers of any length;
 * 0 stands for equal, and also for a pair that cannot be ordered because one of them is no number.
 */
export function compareResourceVersions(a: string, b: string): number {
  if (!DECIMAL.test(a) || !DECIMAL.test(b)) return 0;
  return a.length - b.length || compareText(a, b);
}

/** True for a version that an object can have: a decimal number above 0 without leading zeros. As a precondition, "0" and "" ask for no comparison. */
export function isResourceVersion(text: string): boolean {
  return text !== "0" && DECIMAL.test(text);
}
