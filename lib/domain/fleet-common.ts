/** One value of a trait among the machines of all groups: how many of those in trouble have it, and how many of the others. */
export interface CommonTrait {
  readonly trait: "zone" | "network" | "replica" | "revision";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** What machines in trouble share across groups: so many of them have the value. */
export interface SharedAcross {
  readonly trait: string;
  readonly value: string;
  readonly count: number;
}

/** Fewer machines than this share something by chance. */
const FEWEST = 3;
/** What fewer of the troubled than this have is not what they share. */
const MOST_OF_THE_TROUBLED = 0.9;
/** What more of the others have than this does not set the troubled apart. */
const MOST_OF_THE_OTHERS = 0.8;

/**
 * What nearly all machines in trouble share, whatever their group, though most others do not; most telling first, at most two. Where nobody is well
 * there is nothing to tell them from, and a value that is not set is nobody's.
 */
export function sharedAcross(
  traits: readonly { readonly trait: string; readonly value: string; readonly troubled: number; readonly others: number }[],
  troubled: number,
  others: number,
): SharedAcross[] {
  if (troubled < FEWEST || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled / troubled >= MOST_OF_THE_TROUBLED && one.others / others <= MOST_OF_THE_OTHERS)
    .sort((a, b) => b.troubled - a.troubled || a.others - b.others)
    .slice(0, 2)
    .map(({ trait, value, troubled: count }) => ({ trait, value, count }));
}

/** A replica of istiod as far as a rollout is concerned; null = it does not run. Milliseconds. */
interface RunningReplica {
  readonly name: string;
  readonly runningSince: number | null;
}

/** istiod replicas that went while machines still name them, and those that came in their place: `since` the first of these. Milliseconds. */
export interface Rollout {
  readonly went: number;
  readonly came: number;
  readonly since: number;
}

/** A replica that has run for longer than this came for another reason: machines that it should have had are swept by then (facts 3.4). */
const CAME_WITHIN_MS = 60 * 60_000;

/**
 * Was the control plane rolled out? `holders`: the replicas that entries name. A rollout puts Pods of another ReplicaSet of the same Deployment in
 * the place of those that went; a Pod that was made anew has its ReplicaSet's name. Null where none of these went, or none came.
 */
export function rolloutOf(replicas: readonly RunningReplica[], holders: readonly string[], now: number): Rollout | null {
  const running = new Set(replicas.flatMap(({ name, runningSince }) => (runningSince === null ? [] : [name])));
  const went = holders.filter((name) => name !== "" && !running.has(name));
  const took = (name: string) => went.some((gone) => deploymentOf(gone) === deploymentOf(name) && replicaSetOf(gone) !== replicaSetOf(name));
  const came = replicas.flatMap(({ name, runningSince }) => (runningSince !== null && runningSince > now - CAME_WITHIN_MS && took(name) ? [runningSince] : []));
  return went.length === 0 || came.length === 0 ? null : { went: went.length, came: came.length, since: Math.min(...came) };
}

/** A Pod's name is that of its ReplicaSet and a few characters. */
function replicaSetOf(pod: string): string {
  return pod.replace(/-[a-z0-9]+$/, "");
}

/** A ReplicaSet's name is that of its Deployment and a hash. */
function deploymentOf(pod: string): string {
  return replicaSetOf(replicaSetOf(pod));
}
