import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { hasHealthChecks } from "@/lib/domain/verdict/serving";
import { earliestSweepAt, gracePeriodOf, maxConnectionAgeOf } from "@/lib/domain/verdict/timing";
import type { Connection } from "@/lib/domain/verdict/verdict";

/**
 * istiod pings a quiet stream every 30 s and waits 10 s for the answer: a machine that died is noticed so much later (docs/istio.md#leaving-times,
 * `pkg/keepalive/options.go`).
 */
const NOTICED_FROM_MS = 10_000;
const NOTICED_TO_MS = 40_000;
/** istiod looks at all entries every ten grace periods (docs/istio.md#sweep, `autoregistration/controller.go`). */
const SWEEP_GRACE_PERIODS = 10;

/** When callers are no longer sent a machine that died without a word; moments in milliseconds. */
export type EntryRemoval =
  /** Once istiod has noticed and the grace period is over. */
  | { readonly kind: "grace"; readonly why: "noticed" | "disconnected-before"; readonly from: number; readonly to: number }
  /** Once its connection is 1.5 × the maximum age old, at the next sweep of a replica that lives. */
  | {
      readonly kind: "age";
      readonly why: "died-with-replica" | "replica-gone-before" | "swept-next";
      readonly from: number;
      readonly to: number;
      readonly isAssumed: boolean;
    }
  /** `static`: istiod keeps no connection of it; `not-checked`: written by hand and without a health check, so that it loses nothing; `no-age`: no maximum age is set. */
  | { readonly kind: "never"; readonly why: "static" | "not-checked" | "never-connected" | "no-time" | "no-age" | "no-istiod-left" }
  /** Either within seconds, or with the sweep. */
  | { readonly kind: "unknown"; readonly why: "replicas-not-visible" | "replica-place-not-known" | "age-not-visible" };

/** What of the replicas is lost beside the machines. */
export interface LostReplicas {
  /** Is the replica of this name lost? Null = nobody can tell where it is. */
  readonly isLost: (name: string) => boolean | null;
  /** Does none survive? False where that cannot be told. */
  readonly isNoneLeft: boolean;
}

type LostEntry = Pick<WorkloadEntry, "registrationGroup" | "controller" | "gate">;

/**
 * When a machine that dies at `now` leaves the endpoints of callers (docs/istio.md#leaving-times). Of an auto-registered one istiod deletes the entry; one
 * written by hand loses its Healthy condition, which takes it out only where it has a health check.
 */
export function entryRemovalOf(entry: LostEntry, connection: Connection, { world, replicas, now }: MachineLoss): EntryRemoval {
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

/** What surrounds a machine that dies. */
export interface MachineLoss {
  readonly world: World;
  readonly replicas: LostReplicas;
  readonly now: number;
}

/** The moment by which every machine has left whose replica lives: "50 s" with the defaults. Milliseconds after the loss. */
export function noticedWithinMs(graceMs: number): { readonly from: number; readonly to: number } {
  return { from: NOTICED_FROM_MS + graceMs, to: NOTICED_TO_MS + graceMs };
}

function heldLeaving(entry: LostEntry, since: number, { world, replicas, now }: MachineLoss): EntryRemoval {
  if (world.replicas.kind === "denied") return { kind: "unknown", why: "replicas-not-visible" };
  const isReplicaLost = replicas.isLost(entry.controller);
  if (isReplicaLost === null) return { kind: "unknown", why: "replica-place-not-known" };
  return isReplicaLost ? atSweep(entry, since, "died-with-replica", { world, now }) : withinGrace(entry, "noticed", { world, now });
}

type SeenAt = Pick<MachineLoss, "world" | "now">;

function withinGrace(entry: LostEntry, why: "noticed" | "disconnected-before", { world, now }: SeenAt): EntryRemoval {
  const grace = gracePeriodOf(entry, world).value;
  const { from, to } = noticedWithinMs(grace);
  return why === "noticed" ? { kind: "grace", why, from: now + from, to: now + to } : { kind: "grace", why, from: now, to: now + grace };
}

/** A connection that nobody ends is swept by any replica that lives; never where no maximum age is set. */
function atSweep(entry: LostEntry, since: number, why: Extract<EntryRemoval, { kind: "age" }>["why"], { world, now }: SeenAt): EntryRemoval {
  const maxAge = maxConnectionAgeOf(entry, world);
  if (maxAge.kind === "denied") return { kind: "unknown", why: "age-not-visible" };
  if (maxAge.value === null) return { kind: "never", why: "no-age" };
  const grace = gracePeriodOf(entry, world);
  // A time in the future is read as a huge age: due at once.
  const from = since > now ? now : Math.max(now, earliestSweepAt(since, maxAge.value));
  return { kind: "age", why, from, to: from + SWEEP_GRACE_PERIODS * grace.value, isAssumed: maxAge.kind === "assumed" };
}

/** The moments after a loss that differ in whom callers are sent: the dead are all listed, then those whose replica lives are gone, then those that a sweep takes. */
export const MOMENTS = ["at-once", "after-grace", "after-age"] as const;
export type Moment = (typeof MOMENTS)[number];

/** Are callers still sent a machine that died, at this moment? One of which that is not known counts as sent: what nobody knows is never taken for good news. */
export function isStillListed(moment: Moment, leaving: EntryRemoval): boolean {
  if (moment === "at-once") return true;
  if (leaving.kind === "grace") return false;
  return moment === "after-grace" || leaving.kind !== "age";
}

/** What lost machines leave by, counted: how many by each way, and between which moments (milliseconds) the first and the last of them are gone. */
export interface RemovalTally {
  readonly grace: number;
  readonly age: number;
  /** Of these, those that died together with the replica that held them. */
  readonly withReplica: number;
  readonly never: number;
  readonly unknown: number;
  readonly graceSpan: TimeRange | null;
  readonly ageSpan: TimeRange | null;
  /** True where some of `ageSpan` rests on an assumed maximum age. */
  readonly isAgeAssumed: boolean;
}

export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Counts how machines leave. */
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
