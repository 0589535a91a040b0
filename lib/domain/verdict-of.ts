import { type ConnectionInput, connectionOf } from "./connection-of";
import { type ServingInput, servingOf } from "./serving-of";
import { connectionTimes, FUTURE_TOLERANCE_MS, maxAgeOf, replicaOf } from "./timing";
import { type Connection, type Serving, STATES, type State, type Verdict } from "./verdict";
import type { World } from "./world";

export type VerdictInput = ConnectionInput & ServingInput;

const BY_SERVING = {
  "yes-checked": "healthy",
  "yes-unchecked": "unchecked",
  "no-unhealthy": "unhealthy",
  "no-awaiting": "awaiting",
  "no-draining": "draining",
  "no-endpoint": "unreadable",
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

/** What is true of one entry at `now` (milliseconds), given the world (facts 3 and 10). The same holds until `validUntil`, unless something is written. */
export function verdictOf(entry: VerdictInput, world: World, now: number): Verdict {
  if (entry.unreadable !== null) {
    return { connection: { kind: "unmanaged" }, serving: { kind: "unknown" }, state: "unreadable", vouched: true, validUntil: null };
  }
  const serving = servingOf(entry);
  const connection = connectionOf(entry, world, now);
  const state = stateOf(serving.kind, connection.kind);
  return { connection, serving, state, vouched: state !== "healthy" || isVouched(connection), validUntil: validUntilOf(entry, connection, world) };
}

/** The worse word of the two axes, in the order of STATES. A connection that raises no doubt adds nothing. */
export function stateOf(serving: Serving["kind"], connection: Connection["kind"]): State {
  const [one, other] = [BY_SERVING[serving], BY_CONNECTION[connection]];
  return STATES.indexOf(one) <= STATES.indexOf(other) ? one : other;
}

// A Healthy entry whose marks istiod does not keep, or whose replica is in doubt or out of sight, has nobody to answer for it.
function isVouched(connection: Connection): boolean {
  return connection.kind === "connected" && connection.doubt === null;
}

/** The instant at which time alone turns this kind of connection into another: limits are inclusive, so the verdict is constant before it. */
function validUntilOf(entry: VerdictInput, connection: Connection, world: World): number | null {
  switch (connection.kind) {
    case "reconnecting":
      return connection.deadline;
    case "connected":
      return earlier(timesOf(entry, connection.since, world).overdueAt, replicaEndOf(entry, world));
    case "overdue":
      return earlier(timesOf(entry, connection.since, world).leakedAt, replicaEndOf(entry, world));
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

/** When the replica that holds a connection has to be gone, where its Pod is marked for deletion. */
function replicaEndOf(entry: VerdictInput, world: World): number | null {
  return world.replicas.kind === "known" ? (replicaOf(entry, world)?.deletingAt ?? null) : null;
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function timesOf(entry: VerdictInput, since: number, world: World) {
  const maxAge = maxAgeOf(entry, world);
  return connectionTimes(since, maxAge.kind === "denied" ? null : maxAge.value);
}
