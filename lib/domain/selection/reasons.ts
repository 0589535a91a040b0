import type { Resolution, SelectableEntry, SelectablePod } from "./objects";

/** An entry or a Pod that a selector may take. */
export type Candidate = { readonly kind: "entry"; readonly entry: SelectableEntry } | { readonly kind: "pod"; readonly pod: SelectablePod };

/** A pair that a selector wants and a machine lacks; `found` null = the machine has no such label. */
export interface DifferingPair {
  readonly key: string;
  readonly wanted: string;
  readonly found: string | null;
}

/** Why a selector does not take a machine, or why clients are not sent it: a code with its evidence. */
export type Reason =
  /** The object that selects, or the machine's entry, is for another revision of istiod (docs/istio.md#revision). */
  | { readonly code: "selector-of-other-revision" | "machine-of-other-revision"; readonly wanted: string; readonly found: string }
  /** istiod is told that ServiceEntries take no Pods, or Services no entries: the variable that says so (docs/istio.md#settings). */
  | { readonly code: "switched-off"; readonly setting: string }
  /** Neither `workloadSelector` nor `selector`: nobody is taken by labels. */
  | { readonly code: "no-selector" }
  /**
   * A ServiceEntry's selector without labels selects nothing in this version of istiod (null = in every version); or everything or nothing, by versions
   * (docs/istio.md#empty-selector).
   */
  | { readonly code: "empty-selector"; readonly istioVersion: string | null }
  | { readonly code: "empty-selector-unknown"; readonly versions: readonly string[] }
  | { readonly code: "other-namespace"; readonly wanted: string; readonly found: string }
  | { readonly code: "labels-differ"; readonly pairs: readonly DifferingPair[] }
  /** Only hosts resolved by DNS take names and sockets; a Service takes neither (docs/istio.md#address-kinds). */
  | { readonly code: "host-name-address" | "socket-address"; readonly address: string; readonly resolution: Resolution | "Service" }
  /** Clients send to the address that they looked up themselves, and get no endpoints (docs/istio.md#resolution). */
  | { readonly code: "headless" | "resolution-none" | "resolution-dynamic" }
  | { readonly code: "external-name"; readonly externalName: string }
  /** The gate is on, and the condition Healthy says something else than True (docs/istio.md#health-gate). */
  | { readonly code: "unhealthy"; readonly status: string; readonly message: string }
  /** The gate is on, and nothing has been reported (docs/istio.md#health-gate). */
  | { readonly code: "awaiting-first-probe" }
  | { readonly code: "draining"; readonly value: string }
  | { readonly code: "pod-not-ready" | "pod-deleting" | "pod-without-address" }
  | { readonly code: "pod-finished"; readonly phase: string };

export type ReasonCode = Reason["code"];

/** Reasons that only an edit removes. They leave out a machine that has the labels of a selector. */
export const LASTING_REASONS = [
  "host-name-address",
  "socket-address",
  "machine-of-other-revision",
  "selector-of-other-revision",
  "switched-off",
  "empty-selector",
  "empty-selector-unknown",
] as const satisfies readonly ReasonCode[];
export type LastingReason = (typeof LASTING_REASONS)[number];

/**
 * Reasons that come and go with the machine's state: one that has no others is matched, but does not answer. A Pod that is deleted or has ended
 * never answers again: another one takes its place.
 */
const OF_STATE: ReadonlySet<ReasonCode> = new Set<ReasonCode>(["unhealthy", "awaiting-first-probe", "draining", "pod-not-ready", "pod-without-address"]);

/** Does the selector match, whether or not the machine answers just now? */
export function isMatched(reasons: readonly Reason[]): boolean {
  return reasons.every(({ code }) => OF_STATE.has(code));
}
