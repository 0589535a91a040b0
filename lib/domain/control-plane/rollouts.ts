import type { MachineReconnection, ReconnectOutcome, ReplicaMoveDuration } from "./reconnections";

/** A recorded change of one replica of istiod. Milliseconds. */
export interface ReplicaEvent {
  readonly cluster: string;
  readonly name: string;
  /** The revision of its Pod, or "". */
  readonly revision: string;
  readonly kind: "came" | "went" | "restarted";
  readonly at: number;
  /** The earliest time of a change that was not observed when it happened. Null = it was observed. */
  readonly notBefore: number | null;
}

/** A rollout: replicas that ended and replicas that started, with short times between them. */
export interface Rollout {
  readonly cluster: string;
  /**
   * `rolled`: some replicas ended and others started. `restarted`: containers restarted in their Pods. `ended`: no replica replaced those that ended.
   */
  readonly kind: "rolled" | "restarted" | "ended";
  readonly from: number;
  readonly to: number;
  /** The ends of replicas, including those that restarted. */
  readonly ended: readonly ReplicaEvent[];
  readonly came: readonly ReplicaEvent[];
}

/** A replica of istiod and its start in milliseconds. Null = it does not run. */
export interface ReplicaWithStartTime {
  readonly name: string;
  readonly runningSince: number | null;
}

/**
 * Returns the time of a rollout for every page: the first start of a replica that replaces an ended one, in milliseconds. Null = no running replica
 * does. A rollout starts a new Pod before it stops an old one. The start of the new Pod is known as long as it runs.
 */
export function firstReplacementStartTime(ended: readonly string[], replicas: readonly ReplicaWithStartTime[]): number | null {
  const starts = replicas.flatMap(({ name, runningSince }) => (runningSince !== null && isReplacementPod(ended, name) ? [runningSince] : []));
  return starts.length === 0 ? null : Math.min(...starts);
}

/**
 * Returns true if a Pod replaces one of the ended Pods: it belongs to another ReplicaSet of the same Deployment. A Pod that its ReplicaSet creates
 * again has the name of that ReplicaSet.
 */
export function isReplacementPod(ended: readonly string[], name: string): boolean {
  return ended.some((gone) => deploymentOf(gone) === deploymentOf(name) && replicaSetOf(gone) !== replicaSetOf(name));
}

/** Returns the name of a Pod's ReplicaSet: the name of the Pod without its last characters. */
function replicaSetOf(pod: string): string {
  return pod.replace(/-[a-z0-9]+$/, "");
}

/** Returns the name of a Pod's Deployment: the name of its ReplicaSet without the hash. */
function deploymentOf(pod: string): string {
  return replicaSetOf(replicaSetOf(pod));
}

/**
 * The longest pause within one rollout of a cluster. A Deployment starts the next Pod when the previous one is ready, which usually takes at most a
 * minute. Milliseconds.
 */
export const MAX_ROLLOUT_PAUSE_MS = 5 * 60_000;

/** Returns the rollouts in these events, newest first. New replicas without an ended one are not a rollout, because no machine had to move. */
export function findRollouts(events: readonly ReplicaEvent[]): readonly Rollout[] {
  const clusters = [...new Set(events.map(({ cluster }) => cluster))];
  const found = clusters.flatMap((cluster) => setsOf(events.filter((event) => event.cluster === cluster))).flatMap((set) => rolloutOf(set) ?? []);
  return found.sort((a, b) => b.from - a.from || (a.cluster < b.cluster ? -1 : 1));
}

function setsOf(events: readonly ReplicaEvent[]): readonly (readonly ReplicaEvent[])[] {
  const sets: ReplicaEvent[][] = [];
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    const last = sets.at(-1);
    // An event in a gap may have happened long before it was observed.
    if (last !== undefined && (event.notBefore ?? event.at) - (last.at(-1)?.at ?? 0) <= MAX_ROLLOUT_PAUSE_MS) last.push(event);
    else sets.push([event]);
  }
  return sets;
}

function rolloutOf(set: readonly ReplicaEvent[]): Rollout | null {
  const ended = set.filter(({ kind }) => kind !== "came");
  const came = set.filter(({ kind }) => kind === "came");
  const [first, last] = [ended[0], set.at(-1)];
  if (first === undefined || last === undefined) return null;
  const kind = came.length > 0 ? "rolled" : ended.every((one) => one.kind === "restarted") ? "restarted" : "ended";
  return { cluster: first.cluster, kind, from: first.at, to: last.at, ended, came };
}

/** The outcomes for all machines that were connected at the start of a rollout. Milliseconds. */
export interface ReconnectSummary {
  readonly total: number;
  readonly counts: Readonly<Record<ReconnectOutcome, number>>;
  /** The number of machines that had reconnected by each time, in order of time. It includes machines that left again. */
  readonly steps: readonly { readonly at: number; readonly back: number }[];
  /** The median and the 95th percentile of the known times from the loss of a replica to the next connection. Null = no time is known. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly slowest: number | null;
  /** The number of moves because a replica ended, and their numbers by the evidence for their time. `early`: the time is not known. */
  readonly moves: number;
  readonly own: number;
  readonly byEnd: number;
  readonly early: number;
  /** The replicas to which machines reconnected, that with most machines first. */
  readonly targets: readonly { readonly replica: string; readonly count: number }[];
}

/** The largest number of steps of the curve. More steps could not be distinguished. */
const MOST_STEPS = 200;

/** Returns the summary of the outcomes of machines. */
export function summarizeReconnections(machines: readonly MachineReconnection[]): ReconnectSummary {
  const counts: Record<ReconnectOutcome, number> = { back: 0, same: 0, away: 0, out: 0, vanished: 0 };
  const targets = new Map<string, number>();
  for (const { outcome, back } of machines) {
    counts[outcome]++;
    if (outcome === "back" && back !== null) targets.set(back.replica, (targets.get(back.replica) ?? 0) + 1);
  }
  const moves = machines.flatMap((one) => one.moves);
  const delays = moves.flatMap((move) => (move.by === "not-known" ? [] : [move.ms])).sort((a, b) => a - b);
  const told = (by: ReplicaMoveDuration["by"]) => moves.filter((move) => move.by === by).length;
  return {
    total: machines.length,
    counts,
    steps: stepsOf(machines.flatMap(({ back }) => (back === null ? [] : [back.at])).sort((a, b) => a - b)),
    p50: quantile(delays, 0.5),
    p95: quantile(delays, 0.95),
    slowest: quantile(delays, 1),
    moves: moves.length,
    own: told("own"),
    byEnd: told("end"),
    early: told("not-known"),
    targets: [...targets].map(([replica, count]) => ({ replica, count })).sort((a, b) => b.count - a.count || (a.replica < b.replica ? -1 : 1)),
  };
}

/** Returns one step for each time, or at most MOST_STEPS with equal numbers of machines between them, so that steep parts keep their shape. */
function stepsOf(moments: readonly number[]): ReconnectSummary["steps"] {
  const all = moments.flatMap((at, place) => (moments[place + 1] === at ? [] : [{ at, back: place + 1 }]));
  if (all.length <= MOST_STEPS) return all;
  return Array.from({ length: MOST_STEPS }, (_, n) => all[Math.ceil(((n + 1) * all.length) / MOST_STEPS) - 1]).filter((step) => step !== undefined);
}

/**
 * Returns the value that a share (0 to 1) of these values does not exceed. It is one of them (nearest rank). Null = there is no value. `sorted`: in
 * ascending order.
 */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
