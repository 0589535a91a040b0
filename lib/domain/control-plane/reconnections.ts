import { type Connection, isOpenConnection, type Serving } from "@/lib/domain/verdict/verdict";

/**
 * The end of a replica: its container stopped, or its Pod no longer existed. `stoppingAt`: the time of its delete request; null = not observed.
 * `startedAnew`: true if a container or a Pod with its name started after that. Milliseconds.
 */
export interface ReplicaEnd {
  readonly endedAt: number;
  readonly stoppingAt: number | null;
  readonly startedAnew: boolean;
}

/** A connection of a machine to a replica. `at`: its `connectedAt` in milliseconds. */
export interface MachineConnection {
  readonly at: number;
  readonly replica: string;
}

/** The end of a connection that its replica has written. `at`: the `disconnectedAt` of the entry in milliseconds. Most ends are never written. */
export interface ConnectionEnd {
  readonly at: number;
  readonly replica: string;
}

/** A recorded connection, and the replica of the entry before it; "" = none. */
export interface ConnectionWithPreviousReplica extends MachineConnection {
  readonly after?: string;
}

/** The recorded connections of a machine and their ends in a time range, each list in order of time. */
export interface MachineConnectionHistory {
  readonly claims: readonly ConnectionWithPreviousReplica[];
  readonly departures: readonly ConnectionEnd[];
}

/** A machine that was connected at the start of a rollout, the beginnings and ends of its connections since then, and its state now. */
export interface MachineInRollout extends MachineConnectionHistory {
  readonly from: MachineConnection;
  /** The machine's entry at the end of the rollout, or the entry with its name at that time. Null = none. */
  readonly now: { readonly connection: Connection["kind"]; readonly claim: MachineConnection | null } | null;
}

/**
 * The outcome of a rollout for a machine. `back`: it reconnected to a replica that did not end, and is still connected. `same`: it is still connected
 * to its replica, which did not end. `away`: it reconnected, and lost its connection again. `out`: it did not reconnect. `vanished`: its entry does
 * not exist any more.
 */
export type ReconnectOutcome = "back" | "same" | "away" | "out" | "vanished";

/** The outcome for a machine. `back`: the connection with which it reconnected; null = none. */
export interface MachineReconnection {
  readonly outcome: ReconnectOutcome;
  readonly back: MachineConnection | null;
  /** The moves of the machine. In each, its replica ended, and it connected to another one. */
  readonly moves: readonly ReplicaMoveDuration[];
}

/**
 * A move from a replica that ended to the next one: the time without a replica in milliseconds, and the evidence for it. `own`: the `disconnectedAt`
 * of the entry. `end`: the observed end of the replica. `not-known`: the machine moved before that end, because a replica closes its connections
 * before it stops.
 */
export type ReplicaMoveDuration = { readonly by: "own" | "end"; readonly ms: number } | { readonly by: "not-known" };

/**
 * The assumed time between the delete request of a replica and its end, if the request was not observed. istiod closes its streams during ten
 * seconds. Milliseconds.
 */
const STOPPING_MS = 10_000;
/** The tolerance for the clocks of istiod and Stolos, and for the separate watches of Pods and entries. Milliseconds. */
const HEARD_LATE_MS = 2_000;

/**
 * Returns the time from which on a replica was stopping, in milliseconds. It is the cause of later connections of the replica's machines. The change
 * of the Pod may arrive after the writes of the replica on entries, because they use separate watches.
 */
export function replicaStoppingSince({ endedAt, stoppingAt }: ReplicaEnd): number {
  return stoppingAt === null ? endedAt - STOPPING_MS : stoppingAt - HEARD_LATE_MS;
}

/**
 * Returns the connection with which a machine is part of a rollout: its first known connection to a replica that ended later. `held`: its observed
 * connection, or null. The machine may have connected to that replica after the start, or left it while it stopped. If it left, the beginning of its
 * connection is not known. Null = the machine had no connection to such a replica.
 */
export function firstConnectionToEndedReplica(
  held: MachineConnection | null,
  { claims, departures }: MachineConnectionHistory,
  ended: ReadonlyMap<string, ReplicaEnd>,
): MachineConnection | null {
  const before = (replica: string, at: number) => (isWhileStopping(at, ended.get(replica)) ? [{ replica, at: at - 1 }] : []);
  const known = [
    ...[...(held === null ? [] : [held]), ...claims].filter((claim) => isLost(claim, ended)).map(({ at, replica }) => ({ at, replica })),
    ...departures.flatMap(({ at, replica }) => before(replica, at)),
    ...claims.flatMap(({ at, after = "" }) => before(after, at)),
  ];
  return known.sort((a, b) => a.at - b.at)[0] ?? null;
}

/**
 * Returns the outcome for a machine after these replicas ended. A machine that moved to another replica that ended is `back` only after it left that
 * replica, too.
 */
export function reconnectionOf({ from, claims, departures, now }: MachineInRollout, ended: ReadonlyMap<string, ReplicaEnd>): MachineReconnection {
  const made = withLast(from, claims, now?.claim ?? null);
  const lastLost = made.findLastIndex((claim) => isLost(claim, ended));
  const mustMove = isLost(from, ended);
  const back = (mustMove ? made.slice(lastLost + 1) : made.slice(1))[0] ?? null;
  return { outcome: outcomeOf(now, back, made.at(-1) ?? from, ended), back, moves: movesOf(made, departures, ended) };
}

function outcomeOf(
  now: MachineInRollout["now"],
  back: MachineConnection | null,
  last: MachineConnection,
  ended: ReadonlyMap<string, ReplicaEnd>,
): ReconnectOutcome {
  if (now === null) return "vanished";
  const isHeld = isOpenConnection(now.connection) && !isLost(last, ended);
  if (back === null) return isHeld ? "same" : "out";
  return isHeld ? "back" : "away";
}

/** Returns all known connections in order of time. The entry at the end may have a connection that began in a gap of the history. */
function withLast(from: MachineConnection, claims: readonly MachineConnection[], last: MachineConnection | null): readonly MachineConnection[] {
  const later = [...claims, ...(last === null ? [] : [last])].filter(({ at }) => at > from.at).sort((a, b) => a.at - b.at);
  const made = [from];
  for (const { at, replica } of later) if (made.at(-1)?.at !== at) made.push({ at, replica });
  return made;
}

/**
 * Returns true if the replica ended after the connection began. A replica that started again under its name is another one, and Kubernetes reports
 * its start in whole seconds. Without a restart, each connection to the replica is lost, even one in its last second. Whole seconds do not show
 * whether that began before or after the end.
 */
function isLost({ at, replica }: MachineConnection, ended: ReadonlyMap<string, ReplicaEnd>): boolean {
  const end = ended.get(replica);
  return end !== undefined && (!end.startedAnew || Math.floor(at / 1000) < Math.floor(end.endedAt / 1000));
}

function movesOf(
  made: readonly MachineConnection[],
  departures: readonly ConnectionEnd[],
  ended: ReadonlyMap<string, ReplicaEnd>,
): readonly ReplicaMoveDuration[] {
  return made.flatMap((claim, place): readonly ReplicaMoveDuration[] => {
    const [end, next] = [ended.get(claim.replica), made[place + 1]];
    if (end === undefined || next === undefined || !isLost(claim, ended) || next.at < replicaStoppingSince(end)) return [];
    // The replica renewed the connection, because it still accepted connections.
    if (next.replica === claim.replica && isLost(next, ended)) return [];
    const left = departures.find(({ at, replica }) => replica === claim.replica && at >= claim.at && at <= next.at);
    // A machine that left before the delete request of its replica moved for another reason.
    if (left !== undefined) return left.at < replicaStoppingSince(end) ? [] : [{ by: "own", ms: next.at - left.at }];
    return next.at < end.endedAt ? [{ by: "not-known" }] : [{ by: "end", ms: next.at - end.endedAt }];
  });
}

/** Returns true if a replica was stopping at this time. Its last writes may arrive after its end. */
function isWhileStopping(at: number, end: ReplicaEnd | undefined): boolean {
  return end !== undefined && at >= replicaStoppingSince(end) && at <= end.endedAt + HEARD_LATE_MS;
}

/** A reconnected machine: its serving value before and after, and the time of its last health report in milliseconds (null = no report). */
export interface ReconnectedMachineHealth {
  readonly before: Serving["kind"];
  readonly after: Serving["kind"];
  readonly connectedAt: number;
  readonly reportedAt: number | null;
}

/** The numbers of reconnected machines by their health. */
export interface HealthAfterReconnect {
  /** The number of machines with health checks. Only their health can be confirmed. */
  readonly checked: number;
  /** The number of these with a report since they reconnected. Null = not known. */
  readonly confirmed: number | null;
  /** The numbers of machines that stopped serving, and of those that started serving. */
  readonly worse: number;
  readonly better: number;
  /** The number of machines that wait for a first report again. */
  readonly awaiting: number;
}

/**
 * Returns the health of machines since they reconnected. With a probe, a report follows every connection: the agent repeats its last result
 * (docs/istio.md#reports). `hasAllReports` is false for a fleet of the past: the history of an entry does not contain repeated reports.
 */
export function healthAfterReconnect(machines: readonly ReconnectedMachineHealth[], hasAllReports: boolean): HealthAfterReconnect {
  const count = (is: (machine: ReconnectedMachineHealth) => boolean) => machines.filter(is).length;
  const checked = count(({ after }) => isChecked(after));
  const confirmed = count(({ after, reportedAt, connectedAt }) => isChecked(after) && reportedAt !== null && reportedAt >= wholeSecond(connectedAt));
  return {
    checked,
    confirmed: hasAllReports || confirmed === checked ? confirmed : null,
    worse: count(({ before, after }) => serves(before) && !serves(after)),
    better: count(({ before, after }) => !serves(before) && serves(after)),
    awaiting: count(({ before, after }) => after === "no-awaiting" && before !== "no-awaiting"),
  };
}

/** Returns the start of the second of a time, because the times of reports have whole seconds. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function isChecked(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "no-unhealthy" || kind === "no-awaiting";
}

function serves(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "yes-unchecked";
}
