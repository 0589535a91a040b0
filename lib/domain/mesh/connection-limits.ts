import { CHART_MAX_CONNECTION_AGE_MS, type Fact } from "@/lib/domain/mesh/world";
import { DEFAULT_GRACE_PERIOD_MS } from "./istiod-settings";

/** What one istiod is told about machines' connections, as a Pod or a Deployment shows it. */
export interface LimitSettings {
  /** Milliseconds; null = unlimited, undefined = it does not tell. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** Milliseconds; undefined = it does not set it. */
  readonly gracePeriodMs: number | undefined;
}

/**
 * After how many milliseconds istiod closes a connection, null = never (docs/istio.md#connection-age): as the Pods say, else the Deployments, else the chart's
 * default.
 */
export function readMaxConnectionAge(pods: readonly LimitSettings[], deployments: readonly LimitSettings[]): Fact<number | null> {
  const own = longest(pods.map((pod) => pod.maxConnectionAgeMs));
  if (own !== undefined) return { kind: "known", value: own, source: "arguments of istiod's Pods" };
  const planned = longest(deployments.map((deployment) => deployment.maxConnectionAgeMs));
  if (planned !== undefined) return { kind: "known", value: planned, source: "arguments in istiod's Deployment" };
  return { kind: "assumed", value: CHART_MAX_CONNECTION_AGE_MS, source: "the default of Istio's chart; istiod's own arguments cannot be seen" };
}

/**
 * How long istiod waits before it deletes the entry of a machine that left, in milliseconds (docs/istio.md#settings): as the Pods say, else the Deployments.
 */
export function readGracePeriod(pods: readonly LimitSettings[], deployments: readonly LimitSettings[]): Fact<number> {
  for (const [told, what] of [
    [pods, "Pods"],
    [deployments, "Deployment"],
  ] as const) {
    if (told.length === 0) continue;
    const set = told.map((one) => one.gracePeriodMs).filter((one) => one !== undefined);
    if (set.length > 0) return { kind: "known", value: Math.max(...set), source: `PILOT_WORKLOAD_ENTRY_GRACE_PERIOD of istiod's ${what}` };
    return { kind: "known", value: DEFAULT_GRACE_PERIOD_MS, source: `istiod's default, which its ${what} ${what === "Pods" ? "do" : "does"} not change` };
  }
  return { kind: "assumed", value: DEFAULT_GRACE_PERIOD_MS, source: "istiod's default; its own settings cannot be seen" };
}

/** The longest of what was told: null (unlimited) is longer than anything; undefined where nobody tells. */
function longest(ages: readonly (number | null | undefined)[]): number | null | undefined {
  const told = ages.filter((age) => age !== undefined);
  if (told.length === 0) return undefined;
  return told.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
}
