import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { Probe } from "@/lib/domain/workload-group";

/** What a report may be late by: the stream's own time, and a slow write. */
const SLACK_MS = 15_000;
const DEFAULTS = { initialDelaySeconds: 0, periodSeconds: 10, timeoutSeconds: 1, failureThreshold: 1, successThreshold: 1 } as const;

/**
 * How long a machine may take until its first report, in milliseconds: its application answers, or fails often enough. Without a probe at the group
 * the agent's own defaults are taken; zero means "not set" (pkg/istio-agent/health/health_check.go, fillInDefaults).
 */
export function firstReportMs(probe: Probe | null): number {
  const of = (name: keyof typeof DEFAULTS) => probe?.[name] || DEFAULTS[name];
  const times = Math.max(of("failureThreshold"), of("successThreshold"));
  return (of("initialDelaySeconds") + times * of("periodSeconds") + of("timeoutSeconds")) * 1000 + SLACK_MS;
}

/** True if the machine reported since its last connection: an agent repeats its last report once after each (pkg/istio-agent/xds_proxy.go). */
export function isReportCurrent({ health, connectedAt }: Pick<WorkloadEntry, "health" | "connectedAt">): boolean {
  if (connectedAt?.ms == null || health?.lastProbeTime?.ms == null) return false;
  // Some writers store whole seconds only.
  return Math.floor(health.lastProbeTime.ms / 1000) >= Math.floor(connectedAt.ms / 1000);
}
