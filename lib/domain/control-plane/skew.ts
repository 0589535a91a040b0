/** A running replica, and the number of its connections. */
export interface ReplicaLoad {
  readonly name: string;
  readonly held: number;
}

/** The skew of the connections across the running replicas of one revision. */
export interface ConnectionSkew {
  /** The replica with the most connections. */
  readonly fullest: ReplicaLoad;
  /** The even share: the number for each replica if all had the same. */
  readonly even: number;
  /** True if the fullest replica exceeds an even share by more than chance explains. */
  readonly isUneven: boolean;
}

/** The fullest replica of an uneven set holds more than this many times an even share. */
const SKEW_FACTOR = 1.5;
/** The minimum excess over an even share: with few machines, any number is uneven. */
const SKEW_MINIMUM = 10;

/**
 * Returns the largest share of connections and the even one, among running replicas, also those without connections. Machines stay with a replica until their
 * connection reaches its maximum age (docs/istio.md#connection-age). So shares stay uneven for that long after a rollout. Null = fewer than two replicas, or no
 * connection.
 */
export function connectionSkew(running: readonly ReplicaLoad[]): ConnectionSkew | null {
  const [first, ...others] = running;
  const held = running.reduce((sum, one) => sum + one.held, 0);
  if (first === undefined || others.length === 0 || held === 0) return null;
  const even = held / running.length;
  const fullest = others.reduce((most, one) => (one.held > most.held ? one : most), first);
  return { fullest, even, isUneven: fullest.held > SKEW_FACTOR * even && fullest.held - even >= SKEW_MINIMUM };
}
