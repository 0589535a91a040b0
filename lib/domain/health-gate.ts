import { goBoolOf } from "./go-bool";

/**
 * Does the annotation `proxy.istio.io/health-checks-enabled` switch the health gate on? Go's ParseBool decides: anything else is off
 * (docs/istio.md#health-gate).
 */
export function isGateOn(gate: string | null): boolean {
  return gate !== null && goBoolOf(gate) === true;
}
