import { type Connection, isOpenConnection, type Serving } from "@/lib/domain/verdict/verdict";

/**
 * The end of a replica: its container stopped, or its Pod was gone. `stoppingAt`: the time of its delete request; null = not observed. `startedAnew`: a
 * container or a Pod of its name started since. Milliseconds.
 */
export interface ReplicaEnd {
  readonly endedAt: number;
  readonly stoppingAt: number | null;
  readonly startedAnew: boolean;
}

/** A connection that a machine made: `at` is its `connectedAt`. Milliseconds. */
export interface MachineConnection {
  readonly at: number;
  readonly replica: string;
}

/** The end of a connection, as written by its replica: `at` is the `disconnectedAt` of the machine. Most ends are never written. Milliseconds. */
export interface ConnectionEnd {
  readonly at: number;
  readonly replica: string;
}

/** A recorded connection, and the replica that its entry named before; "" = none. */
export interface RecordedMachineConnection extends MachineConnection {
  readonly after?: string;
}

/** The recorded connections of a machine in a span of time, each list in order of time. */
export interface MachineConnectionHistory {
  readonly claims: readonly RecordedMachineConnection[];
  readonly departures: readonly ConnectionEnd[];
}

/** A machine that was connected at the beginning, with the connections that it made and lost since, and its state now. */
export interface MachineInRollout extends MachineConnectionHistory {
  readonly from: MachineConnection;
  /** Its entry at the end, or the entry with its name then; null = none. */
  readonly now: { readonly connection: Connection["kind"]; readonly claim: MachineConnection | null } | null;
}

/**
 * `back`: it reconnected to a replica that continues, and is still connected. `same`: its replica did not end, and still holds it. `away`: it reconnected, and
 * lost its connection again. `out`: it did not reconnect. `vanished`: its entry is gone.
 */
export type ReconnectOutcome = "back" | "same" | "away" | "out" | "vanished";

/** The outcome for a machine. `back`: the connection with which it reconnected, with its beginning and replica; null = none. */
export interface MachineReconnection {
  readonly outcome: ReconnectOutcome;
  readonly back: MachineConnection | null;
  /** Each move: a replica of the machine ended, and the machine connected to another one. */
  readonly moves: readonly ReplicaMove[];
}

/**
 * A move from a replica that ended to the next: the time without a replica (milliseconds), and the evidence for it. `own`: the machine's `disconnectedAt`.
 * `end`: the observed end of its replica. `not-known`: it moved before that end, because a stopping replica first closes its connections.
 */
export type ReplicaMove = { readonly by: "own" | "end"; readonly ms: number } | { readonly by: "not-known" };

/** The assumed time between the delete request of a replica and its end, if the request was not observed. istiod closes its streams for ten seconds. */
const STOPPING_MS = 10_000;
/** The clocks of istiod and Stolos differ, and Pods and machines are observed by two streams. */
const HEARD_LATE_MS = 2_000;

/**
 * Returns the time since which a replica was stopping; later connections of its machines are a consequence. The Pod's change may arrive after the replica's
 * writes on machines, because they use separate watches. Milliseconds.
 */
export function replicaStoppingSince({ endedAt, stoppingAt }: ReplicaEnd): number {
  return stoppingAt === null ? endedAt - STOPPING_MS : stoppingAt - HEARD_LATE_MS;
}

/**
 * Returns the connection with which a machine is part of a rollout: its first known one with a replica that ended later. `held`: its observed connection, or
 * null. It may have joined that replica since, or left it while it stopped. In the second case only the existence of the connection is known, not its
 * beginning. Null = no such replica held it.
 */
export function connectionInRollout(
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
 * Returns the outcome for a machine while these replicas ended, from its connections. A machine that moved to another ending replica is back only after it left
 * that one, too.
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

/** Returns all known connections in order of time. The entry at the end may show a connection that was made in a gap. */
function withLast(from: MachineConnection, claims: readonly MachineConnection[], last: MachineConnection | null): readonly MachineConnection[] {
  const later = [...claims, ...(last === null ? [] : [last])].filter(({ at }) => at > from.at).sort((a, b) => a.at - b.at);
  const made = [from];
  for (const { at, replica } of later) if (made.at(-1)?.at !== at) made.push({ at, replica });
  return made;
}

/**
 * Returns true if the replica ended after the connection began. A restarted replica of the same name is another one; Kubernetes reports its start in whole
 * seconds. Without a restart, each connection to it is lost, also one in its last second. Whole seconds cannot show on which side of the end it was.
 */
function isLost({ at, replica }: MachineConnection, ended: ReadonlyMap<string, ReplicaEnd>): boolean {
  const end = ended.get(replica);
  return end !== undefined && (!end.startedAnew || Math.floor(at / 1000) < Math.floor(end.endedAt / 1000));
}

function movesOf(made: readonly MachineConnection[], departures: readonly ConnectionEnd[], ended: ReadonlyMap<string, ReplicaEnd>): readonly ReplicaMove[] {
  return made.flatMap((claim, place): readonly ReplicaMove[] => {
    const [end, next] = [ended.get(claim.replica), made[place + 1]];
    if (end === undefined || next === undefined || !isLost(claim, ended) || next.at < replicaStoppingSince(end)) return [];
    // The same replica renewed it, because it still accepted connections.
    if (next.replica === claim.replica && isLost(next, ended)) return [];
    const left = departures.find(({ at, replica }) => replica === claim.replica && at >= claim.at && at <= next.at);
    // A machine that left before the delete request of its replica had another reason to move.
    if (left !== undefined) return left.at < replicaStoppingSince(end) ? [] : [{ by: "own", ms: next.at - left.at }];
    return next.at < end.endedAt ? [{ by: "not-known" }] : [{ by: "end", ms: next.at - end.endedAt }];
  });
}

/** Returns true if the moment is in the time in which the replica was stopping. Its last writes may arrive after its end. */
function isWhileStopping(at: number, end: ReplicaEnd | undefined): boolean {
  return end !== undefined && at >= replicaStoppingSince(end) && at <= end.endedAt + HEARD_LATE_MS;
}

/** A reconnected machine: its serving value before and after, and the time of its last health report. Milliseconds; null = no report. */
export interface ReconnectedMachineHealth {
  readonly before: Serving["kind"];
  readonly after: Serving["kind"];
  readonly connectedAt: number;
  readonly reportedAt: number | null;
}

/** The health of reconnected machines, in counts. */
export interface HealthAfterReconnect {
  /** Machines with health checks; only their health can be confirmed. */
  readonly checked: number;
  /** The checked machines with a report since they reconnected; null = not known. */
  readonly confirmed: number | null;
  /** Machines that stopped serving, and machines that started serving. */
  readonly worse: number;
  readonly better: number;
  /** Machines that wait for a first report again. */
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

/** The times of reports have whole seconds. */
function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}

function isChecked(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "no-unhealthy" || kind === "no-awaiting";
}

function serves(kind: Serving["kind"]): boolean {
  return kind === "yes-checked" || kind === "yes-unchecked";
}
