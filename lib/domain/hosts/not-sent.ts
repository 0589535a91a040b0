import type { Reason, ReasonCode } from "@/lib/domain/selection/reasons";

/**
 * Why callers are not sent a machine that a selector takes: it fails, somebody drains it, or its first probe has not come yet. What fails is missed;
 * what drains goes on somebody's wish, and what waits comes by itself.
 */
export type NotSent = "failing" | "draining" | "awaiting";

/**
 * The kind of a machine that is not sent, by what speaks against it; a failed check outranks draining, as in its state (docs/istio.md#health-gate, #draining).
 */
export function notSentOf(reasons: readonly Reason[]): NotSent {
  const has = (code: ReasonCode) => reasons.some((reason) => reason.code === code);
  if (reasons.length === 0 || reasons.some(({ code }) => !CALM.has(code))) return "failing";
  return has("draining") ? "draining" : "awaiting";
}

/** Reasons that are nobody's trouble. */
const CALM: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["draining", "awaiting-first-probe"]);
