import { firstReplacementStartTime, isReplacementPod, type ReplicaWithStartTime } from "@/lib/domain/control-plane/rollouts";

/** One value of a property (trait) in a group, and the numbers of machines in trouble and of other machines that have it. */
export interface GroupTraitCounts {
  readonly trait: "zone" | "replica" | "network" | "version";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** The largest share of the other machines that may have a value of the machines in trouble. Above it, the value does not separate them. */
const MOST_OF_THE_OTHERS = 0.8;

/**
 * Returns the values that all machines in trouble have and most others do not, such as ["zone eu-central-1a"]. A value that the fewest other machines
 * have is first. Empty for a single machine, and without other machines for comparison. An empty value is left out.
 */
export function sharedTraits(traits: readonly GroupTraitCounts[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled === troubled && one.others / others <= MOST_OF_THE_OTHERS)
    .sort((a, b) => a.others - b.others)
    .map((one) => `${one.trait} ${one.value}`);
}

/** Returns the shared value that the fewest other machines have. Two values if equally few machines have them: either can be the cause. */
export function separatingTraits(traits: readonly GroupTraitCounts[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  const shared = traits.filter(
    (one) => one.value !== "" && one.troubled === troubled && one.others < one.troubled && one.others / others <= MOST_OF_THE_OTHERS,
  );
  const fewest = Math.min(...shared.map((one) => one.others));
  return shared
    .filter((one) => one.others === fewest)
    .slice(0, 2)
    .map((one) => `${one.trait} ${one.value}`);
}

/** One value of a property (trait) in all groups, and the numbers of machines in trouble and of other machines that have it. */
export interface FleetTraitCounts {
  readonly trait: "zone" | "network" | "replica" | "revision";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** A value that separates machines in trouble from the others. `of` machines have it, and `count` of these are in trouble. */
export interface SeparatingTrait {
  readonly trait: string;
  readonly value: string;
  readonly count: number;
  readonly of: number;
}

/** The smallest number of machines in trouble that are compared. Fewer can have a value in common by chance. */
const FEWEST = 3;
/** The smallest share of the machines in trouble that must have a value. */
const MOST_OF_THE_TROUBLED = 0.9;
/**
 * The smallest share of the machines with a value that must be in trouble: 26 of 26 machines in a zone are enough, 24 of 539 in a network are not.
 */
const TROUBLED_OF_ITS_MACHINES = 0.5;

/**
 * Returns the values that separate machines in trouble from all others, over all groups: at most two, that of the most machines in trouble first.
 * Empty without other machines.
 */
export function separatingTraitsOfFleet(
  traits: readonly { readonly trait: string; readonly value: string; readonly troubled: number; readonly others: number }[],
  troubled: number,
  others: number,
): SeparatingTrait[] {
  if (troubled < FEWEST || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled / troubled >= MOST_OF_THE_TROUBLED && one.others / others <= MOST_OF_THE_OTHERS)
    .filter((one) => one.troubled / (one.troubled + one.others) >= TROUBLED_OF_ITS_MACHINES)
    .sort((a, b) => b.troubled - a.troubled || a.others - b.others)
    .slice(0, 2)
    .map((one) => ({ trait: one.trait, value: one.value, count: one.troubled, of: one.troubled + one.others }));
}

/**
 * A rollout of istiod. `ended`: replicas that do not exist any more, but are still in the annotations of entries. `started`: the replicas that
 * replaced them. `since`: the first start of those. Milliseconds.
 */
export interface ObservedIstiodRollout {
  readonly ended: readonly string[];
  readonly started: readonly string[];
  readonly since: number;
}

/**
 * The longest time for which a new replica of a rollout can have run. istiod sweeps the entries of ended replicas within this time
 * (docs/istio.md#sweep). Milliseconds.
 */
const CAME_WITHIN_MS = 60 * 60_000;

/** Returns the rollout of istiod that entries show. Null = none. `holders`: the replicas in the annotations of entries. `now` in milliseconds. */
export function observedIstiodRollout(replicas: readonly ReplicaWithStartTime[], holders: readonly string[], now: number): ObservedIstiodRollout | null {
  const running = new Set(replicas.flatMap(({ name, runningSince }) => (runningSince === null ? [] : [name])));
  const ended = holders.filter((name) => name !== "" && !running.has(name));
  const started = replicas.filter(({ name, runningSince }) => runningSince !== null && runningSince > now - CAME_WITHIN_MS && isReplacementPod(ended, name));
  const since = firstReplacementStartTime(ended, started);
  return since === null ? null : { ended, started: started.map(({ name }) => name), since };
}
