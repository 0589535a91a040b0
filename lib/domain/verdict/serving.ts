import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { parseGoBool } from "@/lib/domain/mesh/go-values";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import type { Serving } from "./verdict";

/** istiod's default of `PILOT_DRAINING_LABEL` (docs/istio.md#settings). */
export const DRAINING_LABEL = "istio.io/draining";

/** The annotation of Stolos with the reason why a user drained the entry. */
export const DRAIN_REASON_ANNOTATION = "stolos.dev/drain-reason";

/** The fields of an entry that decide its serving value. */
export type ServingInput = Pick<WorkloadEntry, "unreadable" | "address" | "network" | "gate" | "specLabels" | "metadataLabels"> & {
  readonly health: Pick<NonNullable<WorkloadEntry["health"]>, "status" | "message"> | null;
};

/**
 * Returns whether Istio sends the entry to sidecars, with the reason (docs/istio.md#health-gate, #draining, #empty-address, #entry-states). For a
 * draining entry with a failed check the result is the failed check: the label hides the failure, but does not remove it.
 */
export function servingOf(entry: ServingInput): Serving {
  if (entry.unreadable !== null) return { kind: "unknown" };
  // Callers get no endpoint, or an endpoint with an empty address, whatever the health is (docs/istio.md#empty-address).
  if (entry.address === "" && entry.network === "") return { kind: "no-endpoint" };
  const gated = hasHealthChecks(entry.gate);
  const { health } = entry;
  if (gated && health !== null && health.status !== "True") return { kind: "no-unhealthy", message: failureMessage(health.status, health.message) };
  if (isDraining(entry)) return { kind: "no-draining" };
  if (!gated) return { kind: "yes-unchecked", ignored: health?.status ?? null };
  return health === null ? { kind: "no-awaiting" } : { kind: "yes-checked" };
}

/**
 * Returns true if an entry has the draining label with a value. A label in metadata overrides one in spec, even with an empty value
 * (docs/istio.md#labels, #draining).
 */
export function isDraining(entry: Pick<WorkloadEntry, "specLabels" | "metadataLabels">): boolean {
  const value = valueOfLabel(entry.metadataLabels, DRAINING_LABEL) ?? valueOfLabel(entry.specLabels, DRAINING_LABEL);
  return value !== undefined && value !== "";
}

// istiod writes only True and False. Another program wrote any other text, so that text is shown verbatim.
function failureMessage(status: string, message: string): string {
  if (status === "False") return message;
  const verbatim = `Healthy=${JSON.stringify(status)}`;
  return message === "" ? verbatim : `${verbatim}: ${message}`;
}

/** The annotation that makes istiod use the condition Healthy (pilot/pkg/autoregistration/internal/health/util.go). */
export const HEALTH_CHECKS_ANNOTATION = "proxy.istio.io/health-checks-enabled";

/**
 * Returns true if the annotation `proxy.istio.io/health-checks-enabled` turns health checks on. Values that Go's ParseBool does not accept turn them off
 * (docs/istio.md#health-gate).
 */
export function hasHealthChecks(gate: string | null): boolean {
  return gate !== null && parseGoBool(gate) === true;
}
