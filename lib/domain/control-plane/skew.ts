/** A running replica, and the number of its connections. */
export interface ReplicaLoad {
  readonly name: string;
  readonly held: number;
}

/** The distribution of connections over the running replicas of one revision. */
export interface ConnectionSkew {
  /** The replica with the most connections. */
  readonly fullest: ReplicaLoad;
  /** The number of connections of each replica if all had equally many. */
  readonly even: number;
  /** True if the replica with the most connections has more above an even share than chance explains. */
  readonly isUneven: boolean;
}

/** In an uneven distribution, the replica with the most connections has more than this many times an even share. */
const SKEW_FACTOR = 1.5;
/** The smallest difference from an even share in an uneven distribution, because with few machines any numbers are uneven. */
const SKEW_MINIMUM = 10;

/**
 * Returns the largest share of connections and the even share, for all running replicas, even those without connections. Machines stay with a replica
 * until their connection reaches its maximum age (docs/istio.md#connection-age). Shares therefore stay uneven for this time after a rollout. Null =
 * fewer than two replicas, or no connection.
 */
export function connectionSkew(running: readonly ReplicaLoad[]): ConnectionSkew | null {
  const [first, ...others] = running;
  const held = running.reduce((sum, one) => sum + one.held, 0);
  if (first === undefined || others.length === 0 || held === 0) return null;
  const even = held / running.length;
  const fullest = others.reduce((most, one) => (one.held > most.held ? one : most), first);
  return { fullest, even, isUneven: fullest.held > SKEW_FACTOR * even && fullest.held - even >= SKEW_MINIMUM };
}
