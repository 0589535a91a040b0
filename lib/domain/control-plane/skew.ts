/** A replica that runs, and the connections that it holds. */
export interface ReplicaLoad {
  readonly name: string;
  readonly held: number;
}

/** How unevenly the running replicas of one revision hold connections. */
export interface Skew {
  /** The one that holds the most. */
  readonly fullest: ReplicaLoad;
  /** What each would hold if all held the same. */
  readonly even: number;
  /** Does the fullest hold so much more than an even share that nobody calls it chance? */
  readonly isUneven: boolean;
}

/** The fullest replica of an uneven set holds more than this many times an even share. */
const SKEW_FACTOR = 1.5;
/** And at least so many connections more than an even share: of few machines, any number is uneven. */
const SKEW_MINIMUM = 10;

/**
 * The largest share of connections against an even one, among replicas that run: one that holds nobody counts too. Machines stay with a replica until
 * their connection is as old as it may become (docs/istio.md#connection-age), so a rollout leaves shares uneven for that long. Null where there is nothing to
 * share out.
 */
export function skewOf(running: readonly ReplicaLoad[]): Skew | null {
  const [first, ...others] = running;
  const held = running.reduce((sum, one) => sum + one.held, 0);
  if (first === undefined || others.length === 0 || held === 0) return null;
  const even = held / running.length;
  const fullest = others.reduce((most, one) => (one.held > most.held ? one : most), first);
  return { fullest, even, isUneven: fullest.held > SKEW_FACTOR * even && fullest.held - even >= SKEW_MINIMUM };
}
