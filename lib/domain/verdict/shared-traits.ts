import { type RunningReplica, replacesOneOf, rolloutMoment } from "@/lib/domain/control-plane/rollouts";

/** One value of a trait among a group's machines: how many in trouble have it, and how many of the others. */
export interface SharedTrait {
  readonly trait: "zone" | "replica" | "network" | "version";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** A trait that more of the others have than this does not set the troubled apart. */
const MOST_OF_THE_OTHERS = 0.8;

/**
 * What all machines in trouble share though most others do not, most telling first: ["zone eu-central-1a", …].
 * One machine shares nothing, and where nobody else is left there is nothing to tell it from. A value that is not set is nobody's trait.
 */
export function sharedTraits(traits: readonly SharedTrait[], troubled: number, others: number): string[] {
  if (troubled < 2 || others === 0) return [];
  return traits
    .filter((one) => one.value !== "" && one.troubled === troubled && one.others / others <= MOST_OF_THE_OTHERS)
    .sort((a, b) => a.others - b.others)
    .map((one) => `${one.trait} ${one.value}`);
}

/**
 * The sharpest of the traits that all machines in trouble share and that separate them: fewer of the others have it than of any other trait. Two traits if
 * they separate equally, and the cause is one of them.
 */
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

/** A value of a trait among the machines of several groups: those in trouble that have it, and the others that have it. */
export interface TraitCounts {
  readonly trait: "zone" | "network" | "replica" | "revision";
  readonly value: string;
  readonly troubled: number;
  readonly others: number;
}

/** A value that separates the machines in trouble from the others: `count` of them have it, of `of` machines that have it. */
export interface SeparatingTrait {
  readonly trait: string;
  readonly value: string;
  readonly count: number;
  readonly of: number;
}

/** Fewer machines than this share a value by chance. */
const FEWEST = 3;
/** The machines in trouble share a value if at least so many of them have it. */
const MOST_OF_THE_TROUBLED = 0.9;
/** A value that at least this share of the other machines has does not separate. */
/** A value separates only if at least half of the machines that have it are in trouble: 26 of 26 in a zone do so, and 24 of 539 in a network do not. */
const TROUBLED_OF_ITS_MACHINES = 0.5;

/**
 * The values that separate machines in trouble from all others, in whatever group they are; the sharpest first, at most two. Without other machines
 * nothing separates.
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

/** A rollout of istiod: the replicas that ended while entries still name them, those that replaced them, and the first start of these. Milliseconds. */
export interface Rollout {
  readonly ended: readonly string[];
  readonly started: readonly string[];
  readonly since: number;
}

/**
 * A replica that runs longer does not belong to the rollout: istiod sweeps the entries of ended replicas within this time (docs/istio.md#sweep). Milliseconds.
 */
const CAME_WITHIN_MS = 60 * 60_000;

/** The rollout of istiod that entries show; null = none. `holders`: the replicas that entries name. */
export function rolloutOf(replicas: readonly RunningReplica[], holders: readonly string[], now: number): Rollout | null {
  const running = new Set(replicas.flatMap(({ name, runningSince }) => (runningSince === null ? [] : [name])));
  const ended = holders.filter((name) => name !== "" && !running.has(name));
  const started = replicas.filter(({ name, runningSince }) => runningSince !== null && runningSince > now - CAME_WITHIN_MS && replacesOneOf(ended, name));
  const since = rolloutMoment(ended, started);
  return since === null ? null : { ended, started: started.map(({ name }) => name), since };
}
