import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import { earliestSweepAt, gracePeriodOf, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";
import type { Connection } from "@/lib/domain/verdict/verdict";

/**
 * The times after which istiod notices a dead machine. It pings a quiet stream every 30 s and waits 10 s for the answer (docs/istio.md#leaving-times,
 * `pkg/keepalive/options.go`).
 */
const NOTICED_FROM_MS = 10_000;
const NOTICED_TO_MS = 40_000;
/** istiod sweeps all entries every ten grace periods (docs/istio.md#sweep, `autoregistration/controller.go`). */
const SWEEP_GRACE_PERIODS = 10;

/** The time at which istiod removes a machine that dies without a message from the endpoints of callers. Milliseconds. */
export type EntryRemoval =
  /** At the end of the grace period, after istiod notices the loss. */
  | { readonly kind: "grace"; readonly why: "noticed" | "disconnected-before"; readonly from: number; readonly to: number }
  /** At the next sweep of a living replica, after the connection reaches 1.5 × the maximum age. */
  | {
      readonly kind: "age";
      readonly why: "died-with-replica" | "replica-gone-before" | "swept-next";
      readonly from: number;
      readonly to: number;
      readonly isAssumed: boolean;
    }
  /**
   * Never. `static`: the entry has no connection to istiod. `not-checked`: it is hand-written without a health check, so that it has no condition to
   * lose. `no-age`: no maximum age is set.
   */
  | { readonly kind: "never"; readonly why: "static" | "not-checked" | "never-connected" | "no-time" | "no-age" | "no-istiod-left" }
  /** Either within seconds, or at the sweep. */
  | { readonly kind: "unknown"; readonly why: "replicas-not-visible" | "replica-place-not-known" | "age-not-visible" };

/** The replicas that are lost with the machines. */
export interface LostReplicas {
  /** Returns true if the replica with this name is lost. Null = its locality is not known. */
  readonly isLost: (name: string) => boolean | null;
  /** True if no replica remains. False if this is not known. */
  readonly isNoneLeft: boolean;
}

type LostEntry = Pick<WorkloadEntry, "registrationGroup" | "controller" | "gate">;

/**
 * Returns the time at which istiod removes a machine that dies at `now` from the endpoints of callers (docs/istio.md#leaving-times). istiod deletes
 * an auto-registered entry. It removes the Healthy condition of a hand-written entry. Then it sends the entry no longer, but only if the entry has a
 * health check.
 */
export function entryRemovalOf(entry: LostEntry, connection: Connection, { world, replicas, now }: MachineLossContext): EntryRemoval {
  const management = entryManagementOf(entry);
  if (management === "unmanaged") return { kind: "never", why: "static" };
  if (management === "claimed" && !hasHealthChecks(entry.gate)) return { kind: "never", why: "not-checked" };
  if (replicas.isNoneLeft) return { kind: "never", why: "no-istiod-left" };
  switch (connection.kind) {
    case "unmanaged":
      return { kind: "never", why: "static" };
    case "never":
      return { kind: "never", why: "never-connected" };
    case "reconnecting":
    case "disconnected":
      return withinGrace(entry, "disconnected-before", { world, now });
    case "connected":
    case "overdue":
      return heldLeaving(entry, connection.since, { world, replicas, now });
    case "ghost":
      return atSweep(entry, connection.since, "replica-gone-before", { world, now });
    case "leaked":
      return connection.since === null ? { kind: "never", why: "no-time" } : atSweep(entry, connection.since, "swept-next", { world, now });
  }
}

/** The world in which a machine dies, the lost replicas, and the time. */
export interface MachineLossContext {
  readonly world: World;
  readonly replicas: LostReplicas;
  readonly now: number;
}

/**
 * Returns the shortest and longest time from the loss of a machine whose replica is alive to its removal: 20 to 50 s with the defaults. Milliseconds.
 */
export function removalDelayRange(graceMs: number): { readonly from: number; readonly to: number } {
  return { from: NOTICED_FROM_MS + graceMs, to: NOTICED_TO_MS + graceMs };
}

function heldLeaving(entry: LostEntry, since: number, { world, replicas, now }: MachineLossContext): EntryRemoval {
  if (world.replicas.kind === "denied") return { kind: "unknown", why: "replicas-not-visible" };
  const isReplicaLost = replicas.isLost(entry.controller);
  if (isReplicaLost === null) return { kind: "unknown", why: "replica-place-not-known" };
  return isReplicaLost ? atSweep(entry, since, "died-with-replica", { world, now }) : withinGrace(entry, "noticed", { world, now });
}

type SeenAt = Pick<MachineLossContext, "world" | "now">;

function withinGrace(entry: LostEntry, why: "noticed" | "disconnected-before", { world, now }: SeenAt): EntryRemoval {
  const grace = gracePeriodOf(entry, world).value;
  const { from, to } = removalDelayRange(grace);
  return why === "noticed" ? { kind: "grace", why, from: now + from, to: now + to } : { kind: "grace", why, from: now, to: now + grace };
}

/** Returns the removal at a sweep, by any living replica, for a connection without a recorded end. It never happens if no maximum age is set. */
function atSweep(entry: LostEntry, since: number, why: Extract<EntryRemoval, { kind: "age" }>["why"], { world, now }: SeenAt): EntryRemoval {
  const maxAge = maxConnectionAgeOf(entry, world);
  if (maxAge.kind === "denied") return { kind: "unknown", why: "age-not-visible" };
  if (maxAge.value === null) return { kind: "never", why: "no-age" };
  const grace = gracePeriodOf(entry, world);
  // istiod reads a time in the future as a huge age, so that it sweeps the entry at once.
  const from = since > now ? now : Math.max(now, earliestSweepAt(since, maxAge.value));
  return { kind: "age", why, from, to: from + SWEEP_GRACE_PERIODS * grace.value, isAssumed: maxAge.kind === "assumed" };
}

/**
 * The times after a loss at which the endpoints of callers differ: with all dead machines, then with only those that had no living replica, then
 * without those that a sweep removes.
 */
export const LOSS_MOMENTS = ["at-once", "after-grace", "after-age"] as const;
export type LossMoment = (typeof LOSS_MOMENTS)[number];

/**
 * Returns true if istiod still sends a dead machine to callers at this time. With an unknown removal the result is true, because missing data is
 * never good news.
 */
export function isStillListed(moment: LossMoment, leaving: EntryRemoval): boolean {
  if (moment === "at-once") return true;
  if (leaving.kind === "grace") return false;
  return moment === "after-grace" || leaving.kind !== "age";
}

/** The numbers of lost machines by kind of removal, and the times of the first and the last removal. Milliseconds. */
export interface RemovalTally {
  readonly grace: number;
  readonly age: number;
  /** The number of these machines that died together with their replica. */
  readonly withReplica: number;
  readonly never: number;
  readonly unknown: number;
  readonly graceSpan: TimeRange | null;
  readonly ageSpan: TimeRange | null;
  /** True if a time in `ageSpan` depends on an assumed maximum age. */
  readonly isAgeAssumed: boolean;
}

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Counts removals by kind. */
export function tallyRemovals(all: Iterable<EntryRemoval>): RemovalTally {
  const counts = { grace: 0, age: 0, withReplica: 0, never: 0, unknown: 0 };
  let [graceSpan, ageSpan]: [TimeRange | null, TimeRange | null] = [null, null];
  let isAgeAssumed = false;
  for (const leaving of all) {
    counts[leaving.kind] += 1;
    if (leaving.kind === "grace") graceSpan = widened(graceSpan, leaving);
    if (leaving.kind !== "age") continue;
    ageSpan = widened(ageSpan, leaving);
    if (leaving.why === "died-with-replica") counts.withReplica += 1;
    isAgeAssumed ||= leaving.isAssumed;
  }
  return { ...counts, graceSpan, ageSpan, isAgeAssumed };
}

function widened(span: TimeRange | null, { from, to }: TimeRange): TimeRange {
  return span === null ? { from, to } : { from: Math.min(span.from, from), to: Math.max(span.to, to) };
}
