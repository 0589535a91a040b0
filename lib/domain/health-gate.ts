import { goBoolOf } from "./go-bool";

/** The annotation that makes istiod use the condition Healthy (pilot/pkg/autoregistration/internal/health/util.go). */
export const HEALTH_GATE = "proxy.istio.io/health-checks-enabled";

/**
 * Does the annotation `proxy.istio.io/health-checks-enabled` switch the health gate on? Go's ParseBool decides: anything else is off
 * (docs/istio.md#health-gate).
 */
export function isGateOn(gate: string | null): boolean {
  return gate !== null && goBoolOf(gate) === true;
}
