import { isReplacementPod, type RunningReplica, rolloutMoment } from "@/lib/domain/control-plane/rollouts";

/** One value of a trait in a group, with the numbers of troubled and of other machines that have it. */
export interface SharedTrait {
  readonly trait: "zone" | "replica" | "network" | "version";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** The maximum share of the other machines that may have a trait of the troubled ones. Beyond it the trait separates nothing. */
const MOST_OF_THE_OTHERS = 0.8;

/**
 * Returns the traits that all troubled machines share and most others do not, the most telling first: ["zone eu-central-1a", …]. Empty for a single machine,
 * and without other machines for comparison. A value that is not set is no trait.
 */
export function sharedTraits(traits: readonly SharedTrait[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled === troubled && one.others / others <= MOST_OF_THE_OTHERS)
    .sort((a, b) => a.others - b.others)
    .map((one) => `${one.trait} ${one.value}`);
}

/** Returns the shared trait that the fewest of the other machines have. Two traits if they separate equally: one of them is the cause. */
export function separatingTraits(traits: readonly SharedTrait[], troubled: number, others: number): string[] {
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

/** A value of a trait across groups, with the numbers of troubled and of other machines that have it. */
export interface TraitCounts {
  readonly trait: "zone" | "network" | "replica" | "revision";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** A value that separates troubled machines from the others. `of` machines have it, and `count` of these are in trouble. */
export interface SeparatingTrait {
  readonly trait: string;
  readonly value: string;
  readonly count: number;
  readonly of: number;
}

/** The minimum number of troubled machines. Fewer can share a value by chance. */
const FEWEST = 3;
/** The minimum share of the troubled machines that have a value in common. */
const MOST_OF_THE_TROUBLED = 0.9;
/** The minimum share of troubled machines among those with a value. 26 of 26 in a zone separate, 24 of 539 in a network do not. */
const TROUBLED_OF_ITS_MACHINES = 0.5;

/**
 * Returns the values that separate troubled machines from all others, across groups: at most two, the sharpest first. Without other machines nothing separates.
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
 * A rollout of istiod, in milliseconds. `ended`: replicas that are gone while entries still name them. `started`: the replicas that replaced them. `since`: the
 * first start of these.
 */
export interface ObservedRollout {
  readonly ended: readonly string[];
  readonly started: readonly string[];
  readonly since: number;
}

/**
 * A replica that runs for longer does not belong to the rollout. istiod sweeps the entries of ended replicas within this time (docs/istio.md#sweep).
 * Milliseconds.
 */
const CAME_WITHIN_MS = 60 * 60_000;

/** Returns the rollout of istiod that entries show; null = none. `holders`: the replicas that entries name. `now` in milliseconds. */
export function observedRollout(replicas: readonly RunningReplica[], holders: readonly string[], now: number): ObservedRollout | null {
  const running = new Set(replicas.flatMap(({ name, runningSince }) => (runningSince === null ? [] : [name])));
  const ended = holders.filter((name) => name !== "" && !running.has(name));
  const started = replicas.filter(({ name, runningSince }) => runningSince !== null && runningSince > now - CAME_WITHIN_MS && isReplacementPod(ended, name));
  const since = rolloutMoment(ended, started);
  return since === null ? null : { ended, started: started.map(({ name }) => name), since };
}
