import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { DEFAULT_GRACE_PERIOD_MS } from "@/lib/domain/mesh/istiod-settings";
import type { Fact, Replica, World } from "@/lib/domain/mesh/world";

/** The accepted delay of a renewed connection: istiod notices a dead stream only after this time (docs/istio.md#connection-age). Milliseconds. */
export const RENEWAL_GRACE_MS = 10_000;

/** The additional time that Stolos allows, so that a slow write is not reported as a fault. Milliseconds. */
const RENEWAL_SLACK_MS = 5_000;

/** The time that istiod's clean-up may take after the grace period. An entry that stays longer counts as unverified. Milliseconds. */
export const CLEANUP_SLACK_MS = 5_000;

/** The time in which a machine should reconnect after its replica was deleted in order: the agent tries again after some seconds. Milliseconds. */
export const RECONNECT_AFTER_REPLICA_DELETION_MS = 60_000;

/**
 * The longest time by which `connectedAt` may be ahead of the server's clock. If it is further ahead, the entry counts as leaked
 * (docs/istio.md#cleanup). Milliseconds.
 */
export const FUTURE_TOLERANCE_MS = 30_000;

/** The times at which a connection is due for renewal, overdue, and removed by a sweep. Milliseconds; null = never or not known. */
export interface ConnectionDeadlines {
  readonly renewBy: number | null;
  readonly overdueAt: number | null;
  readonly leakedAt: number | null;
}

/**
 * Returns the times of a connection that began at `connectedAt`. gRPC renews a connection at most at 1.1 × the maximum age, and istiod counts it as
 * leaked at 1.5 × that age (docs/istio.md#cleanup, #connection-age).
 */
export function connectionDeadlines(connectedAt: number, maxAgeMs: number | null): ConnectionDeadlines {
  if (maxAgeMs === null) return { renewBy: null, overdueAt: null, leakedAt: null };
  const renewBy = connectedAt + Math.ceil((maxAgeMs * 11) / 10) + RENEWAL_GRACE_MS;
  const overdueAt = renewBy + RENEWAL_SLACK_MS;
  return { renewBy, overdueAt, leakedAt: Math.max(overdueAt, earliestSweepAt(connectedAt, maxAgeMs)) };
}

/** Returns the earliest time at which istiod sweeps an entry whose connection never ended (docs/istio.md#cleanup). Milliseconds. */
export function earliestSweepAt(connectedAt: number, maxAgeMs: number): number {
  return connectedAt + Math.ceil((maxAgeMs * 3) / 2);
}

/** Returns the maximum connection age for an entry: the argument of its replica, otherwise that of the world (docs/istio.md#connection-age). */
export function maxConnectionAgeOf(entry: Pick<WorkloadEntry, "controller">, world: World): Fact<number | null> {
  const own = replicaOfEntry(entry, world)?.maxConnectionAgeMs;
  return own === undefined ? world.maxConnectionAgeMs : { kind: "known", value: own, source: `arguments of ${entry.controller}` };
}

/**
 * Returns the grace period for an entry: the variable of its replica, otherwise that of the world, otherwise istiod's default as an assumed value
 * (docs/istio.md#settings).
 */
export function gracePeriodOf(entry: Pick<WorkloadEntry, "controller">, world: World): Exclude<Fact<number>, { kind: "denied" }> {
  const own = replicaOfEntry(entry, world)?.gracePeriodMs;
  if (own !== undefined) return { kind: "known", value: own, source: `environment of ${entry.controller}` };
  if (world.gracePeriodMs.kind !== "denied") return world.gracePeriodMs;
  return { kind: "assumed", value: DEFAULT_GRACE_PERIOD_MS, source: `istiod's default, because ${world.gracePeriodMs.source}` };
}

/**
 * Returns the istiod Pod with the name in the annotation `workloadController` (docs/istio.md#marks). Null = there is none, or Pods are not visible.
 */
export function replicaOfEntry(entry: Pick<WorkloadEntry, "controller">, world: World): Replica | null {
  if (world.replicas.kind === "denied" || entry.controller === "") return null;
  return world.replicas.value.get(entry.controller) ?? null;
}
