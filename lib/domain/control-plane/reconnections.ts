import { type Connection, isOpenConnection } from "@/lib/domain/verdict/verdict";

/**
 * When a replica ended: its container ran no more, or its Pod was gone. `stoppingAt`: it was asked to stop; null = nobody saw that. `startedAnew`: a
 * container or a Pod of its name was started since. Milliseconds.
 */
export interface EndedReplica {
  readonly endedAt: number;
  readonly stoppingAt: number | null;
  readonly startedAnew: boolean;
}

/** A connection that a machine made: `at` is its `connectedAt`. Milliseconds. */
export interface Claim {
  readonly at: number;
  readonly replica: string;
}

/** The end of a connection, as its replica wrote it: `at` is the machine's `disconnectedAt`. Most are never written. Milliseconds. */
export interface ConnectionEnd {
  readonly at: number;
  readonly replica: string;
}

/** A connection that was recorded as it was made, and the replica that its entry named before; "" = none. */
export interface RecordedClaim extends Claim {
  readonly after?: string;
}

/** What is recorded of a machine's connections within a while, each in order of time. */
export interface RecordedConnections {
  readonly claims: readonly RecordedClaim[];
  readonly departures: readonly ConnectionEnd[];
}

/** A machine that was connected at the beginning, with the connections that it made and lost since, and what became of it. */
export interface ComparedMachine extends RecordedConnections {
  readonly from: Claim;
  /** Its entry at the end, or that which has its name then; null = there is none. */
  readonly now: { readonly connection: Connection["kind"]; readonly claim: Claim | null } | null;
}

/**
 * `back`: it connected anew, to a replica that goes on, and is held. `same`: its replica did not end, and holds it as before. `away`: it connected anew, and
 * is not held any more. `out`: it did not connect since. `vanished`: its entry is gone.
 */
export type Outcome = "back" | "same" | "away" | "out" | "vanished";

/** What became of a machine. `backAt`: when it began the connection by which it is back, and with whom; null where it did not connect anew. */
export interface Reconnection {
  readonly outcome: Outcome;
  readonly back: Claim | null;
  /** Each time that a replica ended under it and it connected to another. */
  readonly moves: readonly ReplicaChangeCount[];
}

/**
 * A move from a replica that ended to the next: how long the machine was without one (milliseconds), and what tells that. `own`: its `disconnectedAt`;
 * `end`: when its replica was seen to end. `not-known`: it had moved before that was seen, as one that is asked to stop lets go of its machines first.
 */
export type ReplicaChangeCount = { readonly by: "own" | "end"; readonly ms: number } | { readonly by: "not-known" };

/** Where nobody saw when a replica was asked to stop, it was so long before it ended: istiod lets go of its streams for ten seconds. */
const STOPPING_MS = 10_000;
/** istiod's clock and this server's are not one, and what is seen of Pods and of machines comes by two streams. */
const HEARD_LATE_MS = 2_000;

/**
 * From when a replica was stopping: connections that its machines made since then are made because of that. What its Pod says may be heard after what the
 * replica wrote of its machines, which comes another way. Milliseconds.
 */
export function stoppingSince({ endedAt, stoppingAt }: EndedReplica): number {
  return stoppingAt === null ? endedAt - STOPPING_MS : stoppingAt - HEARD_LATE_MS;
}

/**
 * The connection by which a machine is part of a rollout: the first that is known with a replica that ended later. `held`: the one that it was seen to have,
 * or null. It may have come to that replica since, or have left it while that was stopping; then that it had one is known, and not since when. Null = no such
 * replica held it.
 */
export function entriesOfReplica(held: Claim | null, { claims, departures }: RecordedConnections, ended: ReadonlyMap<string, EndedReplica>): Claim | null {
  const before = (replica: string, at: number) => (isWhileStopping(at, ended.get(replica)) ? [{ replica, at: at - 1 }] : []);
  const known = [
    ...[...(held === null ? [] : [held]), ...claims].filter((claim) => isLost(claim, ended)).map(({ at, replica }) => ({ at, replica })),
    ...departures.flatMap(({ at, replica }) => before(replica, at)),
    ...claims.flatMap(({ at, after = "" }) => before(after, at)),
  ];
  return known.sort((a, b) => a.at - b.at)[0] ?? null;
}

/**
 * What became of a machine while these replicas ended, by its connections. Whoever moved from one that ended to another that ended later is back only once it
 * left that one too.
 */
export function reconnectionOf({ from, claims, departures, now }: ComparedMachine, ended: ReadonlyMap<string, EndedReplica>): Reconnection {
  const made = withLast(from, claims, now?.claim ?? null);
  const lastLost = made.findLastIndex((claim) => isLost(claim, ended));
  const mustMove = isLost(from, ended);
  const back = (mustMove ? made.slice(lastLost + 1) : made.slice(1))[0] ?? null;
  return { outcome: outcomeOf(now, back, made.at(-1) ?? from, ended), back, moves: movesOf(made, departures, ended) };
}

function outcomeOf(now: ComparedMachine["now"], back: Claim | null, last: Claim, ended: ReadonlyMap<string, EndedReplica>): Outcome {
  if (now === null) return "vanished";
  const isHeld = isOpenConnection(now.connection) && !isLost(last, ended);
  if (back === null) return isHeld ? "same" : "out";
  return isHeld ? "back" : "away";
}

/** All connections that are known, in order of time. What its entry says at the end may have been written while nobody recorded it. */
function withLast(from: Claim, claims: readonly Claim[], last: Claim | null): readonly Claim[] {
  const later = [...claims, ...(last === null ? [] : [last])].filter(({ at }) => at > from.at).sort((a, b) => a.at - b.at);
  const made = [from];
  for (const { at, replica } of later) if (made.at(-1)?.at !== at) made.push({ at, replica });
  return made;
}

/**
 * Did the replica end after the connection began? One that was started anew under its name is another, to the second that Kubernetes tells. Where none
 * was, each connection with it is lost, also one of its last second, of which a whole second cannot tell on which side of the end it lies.
 */
function isLost({ at, replica }: Claim, ended: ReadonlyMap<string, EndedReplica>): boolean {
  const end = ended.get(replica);
  return end !== undefined && (!end.startedAnew || Math.floor(at / 1000) < Math.floor(end.endedAt / 1000));
}

function movesOf(made: readonly Claim[], departures: readonly ConnectionEnd[], ended: ReadonlyMap<string, EndedReplica>): readonly ReplicaChangeCount[] {
  return made.flatMap((claim, place): readonly ReplicaChangeCount[] => {
    const [end, next] = [ended.get(claim.replica), made[place + 1]];
    if (end === undefined || next === undefined || !isLost(claim, ended) || next.at < stoppingSince(end)) return [];
    // Renewed by the very replica, which had not closed its door yet.
    if (next.replica === claim.replica && isLost(next, ended)) return [];
    const left = departures.find(({ at, replica }) => replica === claim.replica && at >= claim.at && at <= next.at);
    // Whoever had left for a reason of his own before the replica was asked to stop did not move because of it.
    if (left !== undefined) return left.at < stoppingSince(end) ? [] : [{ by: "own", ms: next.at - left.at }];
    return next.at < end.endedAt ? [{ by: "not-known" }] : [{ by: "end", ms: next.at - end.endedAt }];
  });
}

/** Was it while the replica was stopping? What it writes last may be heard of after its end. */
function isWhileStopping(at: number, end: EndedReplica | undefined): boolean {
  return end !== undefined && at >= stoppingSince(end) && at <= end.endedAt + HEARD_LATE_MS;
}
