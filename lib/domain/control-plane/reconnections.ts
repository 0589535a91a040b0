import { type Connection, isHeldConnection } from "@/lib/domain/verdict";

/** When a replica ended: its container ran no more, or its Pod was gone. `stoppingAt`: it was asked to stop; null = nobody saw that. Milliseconds. */
export interface EndedReplica {
  readonly endedAt: number;
  readonly stoppingAt: number | null;
}

/** A connection that a machine made: `at` is its `connectedAt`. Milliseconds. */
export interface Claim {
  readonly at: number;
  readonly replica: string;
}

/** A machine that was connected at the beginning, and what became of it. */
export interface ComparedMachine {
  readonly from: Claim;
  /** The connections that it made since, in order of time. */
  readonly claims: readonly Claim[];
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
  /** How long it was without a replica each time that one ended under it, up to its next connection. Milliseconds. */
  readonly delays: readonly number[];
  /** How often it had moved before its replica had ended: one that is asked to stop closes its connections first. */
  readonly early: number;
}

/** Where nobody saw when a replica was asked to stop, it was so long before it ended: istiod lets go of its streams for ten seconds. */
const STOPPING_MS = 10_000;

/** From when a replica was stopping: connections that its machines made since then are made because of that. Milliseconds. */
export function stoppingSince({ endedAt, stoppingAt }: EndedReplica): number {
  return stoppingAt ?? endedAt - STOPPING_MS;
}

/**
 * What became of a machine while these replicas ended, by its connections. Whoever moved from one that ended to another that ended later is back only once it
 * left that one too.
 */
export function reconnectionOf({ from, claims, now }: ComparedMachine, ended: ReadonlyMap<string, EndedReplica>): Reconnection {
  const made = withLast(from, claims, now?.claim ?? null);
  const lastLost = made.findLastIndex((claim) => isLost(claim, ended));
  const mustMove = isLost(from, ended);
  const back = (mustMove ? made.slice(lastLost + 1) : made.slice(1))[0] ?? null;
  return { outcome: outcomeOf(now, back, made.at(-1) ?? from, ended), back, ...movesOf(made, ended) };
}

function outcomeOf(now: ComparedMachine["now"], back: Claim | null, last: Claim, ended: ReadonlyMap<string, EndedReplica>): Outcome {
  if (now === null) return "vanished";
  const isHeld = isHeldConnection(now.connection) && !isLost(last, ended);
  if (back === null) return isHeld ? "same" : "out";
  return isHeld ? "back" : "away";
}

/** All connections that are known, in order of time. What its entry says at the end may have been written while nobody recorded it. */
function withLast(from: Claim, claims: readonly Claim[], last: Claim | null): readonly Claim[] {
  const later = [...claims, ...(last === null ? [] : [last])].filter(({ at }) => at > from.at).sort((a, b) => a.at - b.at);
  const made = [from];
  for (const claim of later) if (made.at(-1)?.at !== claim.at) made.push(claim);
  return made;
}

/** Did the replica end after the connection began? One that was started anew under its name is another, to the second that Kubernetes tells. */
function isLost({ at, replica }: Claim, ended: ReadonlyMap<string, EndedReplica>): boolean {
  const end = ended.get(replica);
  return end !== undefined && Math.floor(at / 1000) < Math.floor(end.endedAt / 1000);
}

function movesOf(made: readonly Claim[], ended: ReadonlyMap<string, EndedReplica>): Pick<Reconnection, "delays" | "early"> {
  const delays: number[] = [];
  let early = 0;
  for (const [place, claim] of made.entries()) {
    const [end, next] = [ended.get(claim.replica), made[place + 1]];
    if (end === undefined || next === undefined || !isLost(claim, ended)) continue;
    if (next.at < stoppingSince(end)) continue;
    delays.push(Math.max(0, next.at - end.endedAt));
    if (next.at < end.endedAt) early++;
  }
  return { delays, early };
}
