import type { Outcome, Reconnection, ReplicaChangeCount } from "./reconnections";

/** What happened to one replica of istiod, as it is recorded. Milliseconds. */
export interface ReplicaEvent {
  readonly cluster: string;
  readonly name: string;
  /** The revision of its Pod, or "". */
  readonly revision: string;
  readonly kind: "came" | "went" | "restarted";
  readonly at: number;
  /** Set where nobody saw it happen: not before this. */
  readonly notBefore: number | null;
}

/** Replicas that ended, and those that came, close to each other in time. */
export interface Rollout {
  readonly cluster: string;
  /** `rolled`: some ended and others came; `restarted`: containers were started anew in their Pods; `ended`: nobody came for those that ended. */
  readonly kind: "rolled" | "restarted" | "ended";
  readonly from: number;
  readonly to: number;
  /** Those that ended, a restarted one among them, as of when. */
  readonly ended: readonly ReplicaEvent[];
  readonly came: readonly ReplicaEvent[];
}

/** A replica of istiod; null = it does not run. Milliseconds. */
export interface RunningReplica {
  readonly name: string;
  readonly runningSince: number | null;
}

/**
 * The moment of a rollout on every page: the first start of a replica that replaces an ended one; null = no running one does. Milliseconds. A rollout
 * starts a new Pod before it stops an old one, and this start is known as long as the new Pod runs.
 */
export function rolloutMoment(ended: readonly string[], replicas: readonly RunningReplica[]): number | null {
  const starts = replicas.flatMap(({ name, runningSince }) => (runningSince !== null && replacesOneOf(ended, name) ? [runningSince] : []));
  return starts.length === 0 ? null : Math.min(...starts);
}

/**
 * True if a Pod replaces one of the ended ones: it belongs to another ReplicaSet of the same Deployment. A Pod that is created again has the name of its
 * ReplicaSet.
 */
export function replacesOneOf(ended: readonly string[], name: string): boolean {
  return ended.some((gone) => deploymentOf(gone) === deploymentOf(name) && replicaSetOf(gone) !== replicaSetOf(name));
}

/** A Pod's name is that of its ReplicaSet and a few characters. */
function replicaSetOf(pod: string): string {
  return pod.replace(/-[a-z0-9]+$/, "");
}

/** A ReplicaSet's name is that of its Deployment and a hash. */
function deploymentOf(pod: string): string {
  return replicaSetOf(replicaSetOf(pod));
}

/**
 * What happens to replicas of one cluster belongs together as long as no more than this lies between one thing and the next: a Deployment starts the next
 * Pod when the one before it is ready, which takes a minute at the most where it goes well.
 */
export const ONE_ROLLOUT_MS = 5 * 60_000;

/** The rollouts among what happened to replicas, newest first. Replicas that only came are none: nobody had to move. */
export function rolloutsIn(events: readonly ReplicaEvent[]): readonly Rollout[] {
  const clusters = [...new Set(events.map(({ cluster }) => cluster))];
  const found = clusters.flatMap((cluster) => setsOf(events.filter((event) => event.cluster === cluster))).flatMap((set) => rolloutOf(set) ?? []);
  return found.sort((a, b) => b.from - a.from || (a.cluster < b.cluster ? -1 : 1));
}

function setsOf(events: readonly ReplicaEvent[]): readonly (readonly ReplicaEvent[])[] {
  const sets: ReplicaEvent[][] = [];
  for (const event of [...events].sort((a, b) => a.at - b.at)) {
    const last = sets.at(-1);
    // What nobody saw may have happened long before it was told.
    if (last !== undefined && (event.notBefore ?? event.at) - (last.at(-1)?.at ?? 0) <= ONE_ROLLOUT_MS) last.push(event);
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

/** What became of all machines that were connected at the beginning. Milliseconds. */
export interface RolloutBoard {
  readonly total: number;
  readonly counts: Readonly<Record<Outcome, number>>;
  /** How many had connected anew by each moment, in order of time; those that left again since are among them. */
  readonly steps: readonly { readonly at: number; readonly back: number }[];
  /** How long half of the moves of which it is known took, and 95 of 100, from being without a replica to the next connection; null = it is known of none. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly slowest: number | null;
  /** How often a machine moved because its replica ended, and of how many of these moves the time is told by what; `early`: not known. */
  readonly moves: number;
  readonly own: number;
  readonly byEnd: number;
  readonly early: number;
  /** Who holds those that are back, by the connection with which they came back; most first. */
  readonly targets: readonly { readonly replica: string; readonly count: number }[];
}

/** A curve of more steps than this tells nobody more. */
const MOST_STEPS = 200;

/** Sums up what became of each machine. */
export function rolloutBoardOf(machines: readonly Reconnection[]): RolloutBoard {
  const counts: Record<Outcome, number> = { back: 0, same: 0, away: 0, out: 0, vanished: 0 };
  const targets = new Map<string, number>();
  for (const { outcome, back } of machines) {
    counts[outcome]++;
    if (outcome === "back" && back !== null) targets.set(back.replica, (targets.get(back.replica) ?? 0) + 1);
  }
  const moves = machines.flatMap((one) => one.moves);
  const delays = moves.flatMap((move) => (move.by === "not-known" ? [] : [move.ms])).sort((a, b) => a - b);
  const told = (by: ReplicaChangeCount["by"]) => moves.filter((move) => move.by === by).length;
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

/** One step for each moment, or so many of them that are evenly far apart in number: steep parts keep their shape. */
function stepsOf(moments: readonly number[]): RolloutBoard["steps"] {
  const all = moments.flatMap((at, place) => (moments[place + 1] === at ? [] : [{ at, back: place + 1 }]));
  if (all.length <= MOST_STEPS) return all;
  return Array.from({ length: MOST_STEPS }, (_, n) => all[Math.ceil(((n + 1) * all.length) / MOST_STEPS) - 1]).filter((step) => step !== undefined);
}

/** The value that a share of these (0 to 1) do not exceed, by nearest rank: it is one of them. Null where there is none. `sorted`: ascending. */
export function quantile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}
