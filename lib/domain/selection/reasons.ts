import type { SelectableEntry, SelectablePod, ServiceEntryResolution } from "./objects";

/** An entry or a Pod that an object may select. */
export type SelectionCandidate = { readonly kind: "entry"; readonly entry: SelectableEntry } | { readonly kind: "pod"; readonly pod: SelectablePod };

/** A label that a selector requires and a machine does not have. `found`: the machine's value of this label; null = the machine does not have it. */
export interface DifferingLabel {
  readonly key: string;
  readonly wanted: string;
  readonly found: string | null;
}

/** The reason why an object does not select a machine, or why callers do not get the machine: a code with its evidence. */
export type ExclusionReason =
  /** The object that selects, or the machine's entry, is for another revision of istiod (docs/istio.md#revision). */
  | { readonly code: "selector-of-other-revision" | "machine-of-other-revision"; readonly wanted: string; readonly found: string }
  /** A variable of istiod keeps ServiceEntries from selecting Pods, or Services from selecting entries: `setting` names it (docs/istio.md#settings). */
  | { readonly code: "switched-off"; readonly setting: string }
  /** The object has neither `workloadSelector` nor `selector`, so it selects no machine by labels. */
  | { readonly code: "no-selector" }
  /**
   * A ServiceEntry has a selector without labels. "empty-selector": it selects nothing in this version of istiod (null = in every version).
   * "empty-selector-unknown": it selects everything or nothing, depending on the version (docs/istio.md#empty-selector).
   */
  | { readonly code: "empty-selector"; readonly istioVersion: string | null }
  | { readonly code: "empty-selector-unknown"; readonly versions: readonly string[] }
  | { readonly code: "other-namespace"; readonly wanted: string; readonly found: string }
  | { readonly code: "labels-differ"; readonly pairs: readonly DifferingLabel[] }
  /** Only services resolved by DNS accept host names and sockets; a Service accepts neither (docs/istio.md#address-kinds). */
  | { readonly code: "host-name-address" | "socket-address"; readonly address: string; readonly resolution: ServiceEntryResolution | "Service" }
  /** Callers connect to the IP address that their application looked up, and get no endpoints (docs/istio.md#resolution). */
  | { readonly code: "headless" | "resolution-none" | "resolution-dynamic" }
  | { readonly code: "external-name"; readonly externalName: string }
  /** Health checks are on for the entry, and its condition Healthy is not "True" (docs/istio.md#health-gate). */
  | { readonly code: "unhealthy"; readonly status: string; readonly message: string }
  /** Health checks are on for the entry, but no report has arrived (docs/istio.md#health-gate). */
  | { readonly code: "awaiting-first-probe" }
  | { readonly code: "draining"; readonly value: string }
  | { readonly code: "pod-not-ready" | "pod-deleting" | "pod-without-address" }
  | { readonly code: "pod-finished"; readonly phase: string };

export type ExclusionReasonCode = ExclusionReason["code"];

/** The reasons why a machine with the selector's labels is not selected, and that do not depend on the machine's state. Only an edit removes them. */
export const LASTING_EXCLUSION_REASONS = [
  "host-name-address",
  "socket-address",
  "machine-of-other-revision",
  "selector-of-other-revision",
  "switched-off",
  "empty-selector",
  "empty-selector-unknown",
] as const satisfies readonly ExclusionReasonCode[];
export type LastingExclusionReason = (typeof LASTING_EXCLUSION_REASONS)[number];

/**
 * The reasons that depend on the machine's state. A machine with only these reasons is selected, but gets no requests. A deleted or finished Pod is
 * not among them, because it never gets requests again: another Pod replaces it.
 */
const OF_STATE: ReadonlySet<ExclusionReasonCode> = new Set<ExclusionReasonCode>([
  "unhealthy",
  "awaiting-first-probe",
  "draining",
  "pod-not-ready",
  "pod-without-address",
]);

/** Returns true if the selector matches the machine, in whatever state the machine is. */
export function areAllStateReasons(reasons: readonly ExclusionReason[]): boolean {
  return reasons.every(({ code }) => OF_STATE.has(code));
}
