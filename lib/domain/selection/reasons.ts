import type { ServiceEntryResolution, SelectableEntry, SelectablePod } from "./objects";

/** An entry or a Pod that an object may select. */
export type Candidate = { readonly kind: "entry"; readonly entry: SelectableEntry } | { readonly kind: "pod"; readonly pod: SelectablePod };

/** A pair that a selector requires and a machine lacks; `found` null = the machine has no such label. */
export interface DifferingPair {
  readonly key: string;
  readonly wanted: string;
  readonly found: string | null;
}

/** The reason why an object does not select a machine, or why callers do not get it: a code with its evidence. */
export type ExclusionReason =
  /** The object that selects, or the machine's entry, is for another revision of istiod (docs/istio.md#revision). */
  | { readonly code: "selector-of-other-revision" | "machine-of-other-revision"; readonly wanted: string; readonly found: string }
  /** A variable of istiod keeps ServiceEntries from selecting Pods, or Services from selecting entries: `setting` names it (docs/istio.md#settings). */
  | { readonly code: "switched-off"; readonly setting: string }
  /** The object has neither `workloadSelector` nor `selector`, so it selects no machine by labels. */
  | { readonly code: "no-selector" }
  /**
   * A ServiceEntry's selector without labels selects nothing in this version of istiod (null = in every version). The other code: everything or nothing, by
   * version (docs/istio.md#empty-selector).
   */
  | { readonly code: "empty-selector"; readonly istioVersion: string | null }
  | { readonly code: "empty-selector-unknown"; readonly versions: readonly string[] }
  | { readonly code: "other-namespace"; readonly wanted: string; readonly found: string }
  | { readonly code: "labels-differ"; readonly pairs: readonly DifferingPair[] }
  /** Only services resolved by DNS accept host names and sockets; a Service accepts neither (docs/istio.md#address-kinds). */
  | { readonly code: "host-name-address" | "socket-address"; readonly address: string; readonly resolution: ServiceEntryResolution | "Service" }
  /** Callers connect to the address that they looked up themselves, and get no endpoints (docs/istio.md#resolution). */
  | { readonly code: "headless" | "resolution-none" | "resolution-dynamic" }
  | { readonly code: "external-name"; readonly externalName: string }
  /** The health gate is on, and the condition Healthy is not True (docs/istio.md#health-gate). */
  | { readonly code: "unhealthy"; readonly status: string; readonly message: string }
  /** The health gate is on, but no report has arrived (docs/istio.md#health-gate). */
  | { readonly code: "awaiting-first-probe" }
  | { readonly code: "draining"; readonly value: string }
  | { readonly code: "pod-not-ready" | "pod-deleting" | "pod-without-address" }
  | { readonly code: "pod-finished"; readonly phase: string };

export type ExclusionReasonCode = ExclusionReason["code"];

/** Reasons against a machine that has the selector's labels. Only an edit removes them. */
export const LASTING_REASONS = [
  "host-name-address",
  "socket-address",
  "machine-of-other-revision",
  "selector-of-other-revision",
  "switched-off",
  "empty-selector",
  "empty-selector-unknown",
] as const satisfies readonly ExclusionReasonCode[];
export type LastingReason = (typeof LASTING_REASONS)[number];

/**
 * Reasons that depend on the machine's state. A machine with only these is selected, but gets no requests. A deleted or finished Pod never gets requests again,
 * since another Pod replaces it.
 */
const OF_STATE: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>(["unhealthy", "awaiting-first-probe", "draining", "pod-not-ready", "pod-without-address"]);

/** True if the selector matches, in any state of the machine. */
export function matchesSelector(reasons: readonly ExclusionReason[]): boolean {
  return reasons.every(({ code }) => OF_STATE.has(code));
}
