import { entryManagementOf } from "@/lib/domain/entry/origin";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { World } from "@/lib/domain/mesh/world";
import { connectionDeadlines, earliestSweepAt, gracePeriodOf, maxConnectionAgeOf, RENEWAL_GRACE_MS } from "./timing";
import type { Connection, Verdict } from "./verdict";

/** The next action of Istio for an entry. The times are in milliseconds; null = not known. `assumed`: the times depend on an assumed value. */
export interface NextIstiodAction {
  readonly kind: "nothing" | "renew" | "delete" | "drop-condition" | "sweep" | "never-cleaned" | "unknown";
  /** The earliest time of the action. */
  readonly at: number | null;
  /** The latest time of the action. */
  readonly latestAt: number | null;
  readonly assumed: boolean;
}

/** The fields of an entry that decide the next action of Istio. */
export type NextIstiodActionInput = Pick<WorkloadEntry, "unreadable" | "registrationGroup" | "controller" | "health">;

/** istiod sweeps all entries every ten grace periods (docs/istio.md#sweep). */
export const GRACE_PERIODS_BETWEEN_SWEEPS = 10;

/**
 * Returns the next action of istiod for an entry, with its times (docs/istio.md#cleanup, #dead-replica). istiod deletes the entries that it created.
 * From a hand-written entry it only removes the Healthy condition.
 */
export function nextIstiodActionOf(entry: NextIstiodActionInput, verdict: Pick<Verdict, "connection">, world: World, now: number): NextIstiodAction {
  if (entry.unreadable !== null) return plain("unknown");
  const { connection } = verdict;
  switch (connection.kind) {
    case "unmanaged":
      return plain("nothing");
    case "never":
      return plain(cleanupKind(entry, "delete") === "nothing" ? "nothing" : "never-cleaned");
    case "reconnecting":
      return afterGrace(entry, connection.since, world);
    case "disconnected":
      return afterGrace(entry, connection.since, world);
    case "connected":
      return renewal(entry, connection.since, world);
    case "overdue":
    case "ghost":
    case "leaked":
      return sweep(entry, connection, world, now);
  }
}

/**
 * Returns the action for an entry whose connection has ended. The timer of the grace period acts first. The next sweep cleans up entries that the
 * timer misses.
 */
function afterGrace(entry: NextIstiodActionInput, since: number | null, world: World): NextIstiodAction {
  const kind = cleanupKind(entry, "delete");
  if (kind === "nothing") return plain(kind);
  const grace = gracePeriodOf(entry, world);
  const at = since === null ? null : since + grace.value;
  return { kind, at, latestAt: at === null ? null : at + GRACE_PERIODS_BETWEEN_SWEEPS * grace.value, assumed: grace.kind === "assumed" };
}

/**
 * Returns the renewal of a connection. istiod closes the stream at the maximum age ± 10 %, and the machine reconnects within seconds
 * (docs/istio.md#connection-age).
 */
function renewal(entry: NextIstiodActionInput, since: number, world: World): NextIstiodAction {
  const maxAge = maxConnectionAgeOf(entry, world);
  if (maxAge.kind === "denied") return plain("unknown");
  const { renewBy } = connectionDeadlines(since, maxAge.value);
  if (renewBy === null) return { ...plain("nothing"), assumed: maxAge.kind === "assumed" };
  return { kind: "renew", at: renewBy - RENEWAL_GRACE_MS, latestAt: renewBy, assumed: maxAge.kind === "assumed" };
}

type Doubted = Extract<Connection, { kind: "overdue" | "ghost" | "leaked" }>;

/**
 * Returns the clean-up of a connection without an end. istiod does it at 1.5 × the maximum age (docs/istio.md#cleanup, #connection-age). A connection
 * with a start in the future is due at once. Without a maximum age there is no clean-up.
 */
function sweep(entry: NextIstiodActionInput, connection: Doubted, world: World, now: number): NextIstiodAction {
  const kind = cleanupKind(entry, "sweep");
  if (kind === "nothing") return plain(kind);
  if (connection.since === null) return plain("never-cleaned");
  // istiod computes the age as an unsigned number. For a time in the future it is huge, so that the clean-up is due at once, whatever the maximum
  // age.
  if (connection.since > now && connection.kind === "leaked") return { ...plain(kind), assumed: gracePeriodOf(entry, world).kind === "assumed" };
  const maxAge = maxConnectionAgeOf(entry, world);
  if (maxAge.kind === "denied") return plain("unknown");
  if (maxAge.value === null) return { ...plain("never-cleaned"), assumed: maxAge.kind === "assumed" };
  const grace = gracePeriodOf(entry, world);
  const at = earliestSweepAt(connection.since, maxAge.value);
  return { kind, at, latestAt: at + GRACE_PERIODS_BETWEEN_SWEEPS * grace.value, assumed: maxAge.kind === "assumed" || grace.kind === "assumed" };
}

/** Returns the effect of a clean-up on this entry (docs/istio.md#cleanup). For a hand-written entry without a condition it has no effect. */
function cleanupKind(entry: NextIstiodActionInput, ofAuto: "delete" | "sweep"): "delete" | "sweep" | "drop-condition" | "nothing" {
  if (entryManagementOf(entry) === "auto") return ofAuto;
  return entry.health === null ? "nothing" : "drop-condition";
}

function plain<K extends NextIstiodAction["kind"]>(kind: K): NextIstiodAction {
  return { kind, at: null, latestAt: null, assumed: false };
}

/** The next action of Istio for one machine. */
export interface NextIstiodActionOfEntry {
  readonly connection: Connection["kind"];
  readonly next: NextIstiodAction;
}

/** Several machines with one kind of action: their number, and the action that is due first. */
export interface NextIstiodActionTally extends NextIstiodActionOfEntry {
  readonly count: number;
}

/**
 * Groups machines by the next action of Istio, the earliest first and actions without a time last. Machines without an action, or with only a
 * renewal, are left out.
 */
export function tallyNextIstiodActions(machines: Iterable<NextIstiodActionOfEntry>): readonly NextIstiodActionTally[] {
  const alike = new Map<string, NextIstiodActionTally>();
  for (const one of machines) {
    if (one.next.kind === "nothing" || one.next.kind === "renew") continue;
    const key = `${one.next.kind} ${one.connection} ${one.next.at === null}`;
    const before = alike.get(key);
    const first = before === undefined || dueOf(one) < dueOf(before) ? one : before;
    alike.set(key, { connection: first.connection, next: first.next, count: (before?.count ?? 0) + 1 });
  }
  return [...alike.values()].sort((a, b) => dueOf(a) - dueOf(b));
}

function dueOf({ next }: NextIstiodActionOfEntry): number {
  return next.at ?? Number.MAX_SAFE_INTEGER;
}
