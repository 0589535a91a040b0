import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { DEFAULT_GRACE_PERIOD_MS } from "@/lib/domain/mesh/istiod-settings";
import type { Fact, Replica, World } from "@/lib/domain/mesh/world";

/** What a renewed connection may be late by before it counts as overdue: istiod's own time to notice a dead stream (docs/istio.md#connection-age). */
export const RENEWAL_GRACE_MS = 10_000;

/** Slack of ours on top, so that a slow write is not called a fault. */
const RENEWAL_SLACK_MS = 5_000;

/** The slack of istiod's clean-up after the grace period. An entry that stays longer counts as unverified. */
export const CLEANUP_SLACK_MS = 5_000;

/** The time for a machine to reconnect after the orderly end of its replica: the agent tries again with a backoff of seconds. */
export const RECONNECT_AFTER_DELETION_MS = 60_000;

/** How far ahead of our clock `connectedAt` may lie before the entry counts as leaked (docs/istio.md#cleanup). */
export const FUTURE_TOLERANCE_MS = 30_000;

/** When a connection is due for renewal, when it is late, and when a sweep removes it; milliseconds, null = never or not known. */
export interface ConnectionTimes {
  readonly renewBy: number | null;
  readonly overdueAt: number | null;
  readonly leakedAt: number | null;
}

/**
 * The times of a connection that began at `connectedAt`: 1.1 × the maximum age is gRPC's jitter, 1.5 × it is istiod's leak limit
 * (docs/istio.md#cleanup, #connection-age).
 */
export function connectionTimes(connectedAt: number, maxAgeMs: number | null): ConnectionTimes {
  if (maxAgeMs === null) return { renewBy: null, overdueAt: null, leakedAt: null };
  const renewBy = connectedAt + Math.ceil((maxAgeMs * 11) / 10) + RENEWAL_GRACE_MS;
  const overdueAt = renewBy + RENEWAL_SLACK_MS;
  return { renewBy, overdueAt, leakedAt: Math.max(overdueAt, earliestSweepAt(connectedAt, maxAgeMs)) };
}

/** From when istiod's sweep takes an entry whose connection never ended (docs/istio.md#cleanup). */
export function earliestSweepAt(connectedAt: number, maxAgeMs: number): number {
  return connectedAt + Math.ceil((maxAgeMs * 3) / 2);
}

/** The maximum connection age that holds for an entry: its replica's own argument, else the world's (docs/istio.md#connection-age). */
export function maxConnectionAgeOf(entry: Pick<WorkloadEntry, "controller">, world: World): Fact<number | null> {
  const own = replicaOfEntry(entry, world)?.maxConnectionAgeMs;
  return own === undefined ? world.maxConnectionAgeMs : { kind: "known", value: own, source: `arguments of ${entry.controller}` };
}

/** The grace period that holds for an entry: its replica's own variable, else the world's, else istiod's default, assumed (docs/istio.md#settings). */
export function gracePeriodOf(entry: Pick<WorkloadEntry, "controller">, world: World): Exclude<Fact<number>, { kind: "denied" }> {
  const own = replicaOfEntry(entry, world)?.gracePeriodMs;
  if (own !== undefined) return { kind: "known", value: own, source: `environment of ${entry.controller}` };
  if (world.gracePeriodMs.kind !== "denied") return world.gracePeriodMs;
  return { kind: "assumed", value: DEFAULT_GRACE_PERIOD_MS, source: `istiod's default, because ${world.gracePeriodMs.source}` };
}

/** The istiod Pod that `workloadController` names, or null where there is none or Pods cannot be seen (docs/istio.md#marks). */
export function replicaOfEntry(entry: Pick<WorkloadEntry, "controller">, world: World): Replica | null {
  if (world.replicas.kind === "denied" || entry.controller === "") return null;
  return world.replicas.value.get(entry.controller) ?? null;
}
