import type { World } from "@/lib/domain/mesh/world";
import { earlierOf } from "@/lib/domain/object/timestamp";
import { type ConnectionInput, connectionOf } from "./connection";
import { type ServingInput, servingOf } from "./serving";
import { connectionDeadlines, FUTURE_TOLERANCE_MS, maxConnectionAgeOf, replicaOfEntry } from "./timing";
import { type Connection, type Serving, STATES, type State, type Verdict } from "./verdict";

/** The fields of an entry that decide its verdict. */
export type VerdictInput = ConnectionInput & ServingInput;

const BY_SERVING = {
  "yes-checked": "healthy",
  "yes-unchecked": "unchecked",
  "no-unhealthy": "unhealthy",
  "no-awaiting": "awaiting",
  "no-draining": "draining",
  "no-endpoint": "no-endpoint",
  unknown: "unreadable",
} as const satisfies Record<Serving["kind"], State>;

const BY_CONNECTION = {
  unmanaged: "healthy",
  connected: "healthy",
  never: "disconnected",
  disconnected: "disconnected",
  ghost: "unverified",
  leaked: "unverified",
  overdue: "overdue",
  reconnecting: "reconnecting",
} as const satisfies Record<Connection["kind"], State>;

/**
 * Returns the verdict of an entry in a world at `now`, in milliseconds (docs/istio.md#entry-states). It is valid until `validUntil`, unless an object
 * changes.
 */
export function verdictOf(entry: VerdictInput, world: World, now: number): Verdict {
  if (entry.unreadable !== null) {
    return { connection: { kind: "unmanaged" }, serving: { kind: "unknown" }, state: "unreadable", vouched: true, validUntil: null };
  }
  const serving = servingOf(entry);
  const connection = connectionOf(entry, world, now);
  const state = entryStateOf(serving.kind, connection, now);
  const expected = isExpectedBack(connection, now) ? expectedUntil(connection) : null;
  const validUntil = earlierOf(expected, validUntilOf(entry, connection, world));
  return { connection, serving, state, vouched: state !== "healthy" || isVouched(connection), validUntil };
}

/**
 * Returns the state at `now`, in milliseconds. The serving value and the connection each have a state, and the first in the order of STATES counts.
 */
export function entryStateOf(serving: Serving["kind"], connection: Connection, now: number): State {
  const [one, other] = [BY_SERVING[serving], isExpectedBack(connection, now) ? "reconnecting" : BY_CONNECTION[connection.kind]];
  return STATES.indexOf(one) <= STATES.indexOf(other) ? one : other;
}

function isExpectedBack(connection: Connection, now: number): boolean {
  const until = expectedUntil(connection);
  return until !== null && now < until;
}

/** Returns the time until which a connection without a replica counts as a change of replicas, in milliseconds. Null = it does not count as one. */
function expectedUntil(connection: Connection): number | null {
  if (connection.kind === "ghost") return connection.expectedBy;
  return connection.kind === "disconnected" ? connection.cleanedBy : null;
}

// Returns whether a Healthy entry is verified. It is not if istiod does not write its annotations, or if its replica is unverified or not visible.
function isVouched(connection: Connection): boolean {
  return connection.kind === "connected" && connection.doubt === null;
}

/**
 * Returns the next time at which the kind of the connection changes without an event. Limits are inclusive, so that the verdict is constant before
 * it.
 */
function validUntilOf(entry: VerdictInput, connection: Connection, world: World): number | null {
  switch (connection.kind) {
    case "reconnecting":
      return connection.deadline;
    case "connected":
      return earlierOf(timesOf(entry, connection.since, world).overdueAt, replicaEndOf(entry, world));
    case "overdue":
      return earlierOf(timesOf(entry, connection.since, world).leakedAt, replicaEndOf(entry, world));
    case "ghost":
      return timesOf(entry, connection.since, world).leakedAt;
    case "leaked":
      return connection.why === "in-the-future" && connection.since !== null ? connection.since - FUTURE_TOLERANCE_MS : null;
    case "unmanaged":
    case "never":
    case "disconnected":
      return null;
  }
}

/** Returns the time by which a replica with a Pod marked for deletion must be gone. */
function replicaEndOf(entry: VerdictInput, world: World): number | null {
  return world.replicas.kind === "known" ? (replicaOfEntry(entry, world)?.deletingAt ?? null) : null;
}

function timesOf(entry: VerdictInput, since: number, world: World) {
  const maxAge = maxConnectionAgeOf(entry, world);
  return connectionDeadlines(since, maxAge.kind === "denied" ? null : maxAge.value);
}
