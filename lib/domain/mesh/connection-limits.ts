import { CHART_MAX_CONNECTION_AGE_MS, type Fact } from "@/lib/domain/mesh/world";
import { DEFAULT_GRACE_PERIOD_MS } from "./istiod-settings";

/** The connection limits of one istiod, from a Pod or a Deployment. */
export interface LimitSettings {
  /** Milliseconds. Null = unlimited, undefined = the object does not show the value. */
  readonly maxConnectionAgeMs: number | null | undefined;
  /** Milliseconds; undefined = not set. */
  readonly gracePeriodMs: number | undefined;
}

/**
 * Returns the maximum age in milliseconds at which istiod closes a connection; null = never (docs/istio.md#connection-age). Source: the Pods,
 * otherwise the Deployments, otherwise the chart's default.
 */
export function maxConnectionAgeFact(pods: readonly LimitSettings[], deployments: readonly LimitSettings[]): Fact<number | null> {
  const own = longest(pods.map((pod) => pod.maxConnectionAgeMs));
  if (own !== undefined) return { kind: "known", value: own, source: "arguments of istiod's Pods" };
  const planned = longest(deployments.map((deployment) => deployment.maxConnectionAgeMs));
  if (planned !== undefined) return { kind: "known", value: planned, source: "arguments in istiod's Deployment" };
  return { kind: "assumed", value: CHART_MAX_CONNECTION_AGE_MS, source: "the default of Istio's chart; istiod's own arguments cannot be seen" };
}

/**
 * Returns the time from the end of a connection to the deletion of its entry, in milliseconds (docs/istio.md#settings). Source: the Pods, otherwise
 * the Deployments, otherwise istiod's default.
 */
export function gracePeriodFact(pods: readonly LimitSettings[], deployments: readonly LimitSettings[]): Fact<number> {
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

/** Returns the longest age. Null (unlimited) is longer than any number; undefined = no age is known. */
function longest(ages: readonly (number | null | undefined)[]): number | null | undefined {
  const told = ages.filter((age) => age !== undefined);
  if (told.length === 0) return undefined;
  return told.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
}
