import { INCIDENT_LIMITS } from "./limits";
import { type MachineFacts, type MachinePopulation, type ObjectChange, TRAITS, type TraitName } from "./observation";

/** Causes that are known from the machine itself: its replica is gone, its group was deleted, or the clock of its replica is ahead. */
export type ProvenCause = "istiod" | "deletion" | "skew";

/** A value of a trait in a cluster. "cluster" is the trait of all its machines; "known" joins machines of one known cause. */
export interface TraitValue {
  readonly key: string;
  readonly trait: TraitName | "cluster" | "known";
  readonly cluster: string;
  readonly value: string;
  /** The namespace of a group; "" for other traits. */
  readonly namespace: string;
  /** The groups that a change concerns, as "NAMESPACE/NAME". */
  readonly groups: readonly string[];
}

/** Reasons of unverified connections that prove that the replica is gone (`GhostReason`). An entry without a replica proves nothing. */
const REPLICA_GONE: readonly string[] = ["no-such-pod", "not-running", "restarted", "past-deletion", "node-silent"];

/** Returns the cause that the `cause` of an observation proves; null = none. */
export function provenCauseOf(cause: string): ProvenCause | null {
  if (REPLICA_GONE.includes(cause)) return "istiod";
  if (cause === "group-deleted") return "deletion";
  return cause === "in-the-future" ? "skew" : null;
}

/** Returns "NAMESPACE/NAME" of the group of a machine; "" = none. */
export function groupPath({ namespace, group }: Pick<MachineFacts, "namespace" | "group">): string {
  return group === "" ? "" : `${namespace}/${group}`;
}

/**
 * Returns the trait values of a machine. `cause` is that of its observation. Changes are a trait if they concern several groups: a change of one group says no
 * more than the group. The text of a probe is no trait here, because a text alone never joins machines.
 */
export function traitsOf(machine: MachineFacts, cause: string, changes: readonly ObjectChange[]): readonly TraitValue[] {
  const { cluster, namespace, group, traits } = machine;
  const values: TraitValue[] = [traitValue(cluster, "cluster", cluster)];
  const known = provenCauseOf(cause);
  // A namespace and its groups are deleted together.
  if (known !== null) values.push(traitValue(cluster, "known", known === "deletion" ? `${known} ${namespace}` : known));
  if (group !== "") values.push(traitValue(cluster, "group", group, namespace));
  for (const trait of TRAITS) {
    if (trait === "group" || trait === "change" || trait === "probe-error") continue;
    const value = traits[trait] ?? "";
    if (value !== "") values.push(traitValue(cluster, trait, value));
  }
  const path = groupPath(machine);
  for (const { kind, namespace: of, name, groups } of changes) {
    if (groups === null || groups.length < 2 || !groups.includes(path)) continue;
    values.push({ ...traitValue(cluster, "change", `${kind} ${of}/${name}`), groups });
  }
  return values;
}

/** Trait values by cluster, trait and value, groups by their namespace, too. Equal values are one object: an outage has thousands of machines with few values. */
const known = new Map<string, Map<string, Map<string, TraitValue>>>();
let knownCount = 0;
/** Replicas and versions change with time: the values are forgotten above this number. */
const MOST_KNOWN = 50_000;

function traitValue(cluster: string, trait: TraitValue["trait"], value: string, namespace = ""): TraitValue {
  if (knownCount > MOST_KNOWN) {
    known.clear();
    knownCount = 0;
  }
  const ofCluster = innerMap(known, cluster);
  const ofTrait = innerMap(ofCluster, namespace === "" ? trait : `${trait}/${namespace}`);
  const found = ofTrait.get(value);
  if (found !== undefined) return found;
  const created: TraitValue = { key: `${cluster}\n${trait}\n${namespace}\n${value}`, trait, cluster, value, namespace, groups: [] };
  ofTrait.set(value, created);
  knownCount++;
  return created;
}

function innerMap<V>(maps: Map<string, Map<string, V>>, key: string): Map<string, V> {
  const inner = maps.get(key);
  if (inner !== undefined) return inner;
  const created = new Map<string, V>();
  maps.set(key, created);
  return created;
}

/** True if failures of several groups may have this trait in common. Versions of two groups have nothing in common. */
export function canSpanGroups({ trait }: TraitValue): boolean {
  return trait !== "group" && trait !== "version";
}

/** Sizes of trait values, read once per decision. */
export class TraitValueSizes {
  readonly #known = new Map<string, number>();

  constructor(private readonly population: MachinePopulation) {}

  /** The number of machines with the value, at least `failed`. */
  having(of: TraitValue, failed: number): number {
    const known = this.#known.get(of.key) ?? this.#read(of);
    this.#known.set(of.key, known);
    return Math.max(known, failed);
  }

  /** The number of machines of a cluster, at least `failed`. */
  all(cluster: string, failed: number): number {
    return Math.max(this.population.size(cluster), failed);
  }

  /** The number of machines of a cluster that name a replica, at least `failed`. */
  managed(cluster: string, failed: number): number {
    return Math.max(this.population.size(cluster) - this.population.having(cluster, "replica", "", ""), failed);
  }

  #read({ trait, cluster, value, namespace, groups }: TraitValue): number {
    if (trait === "known") return 0;
    if (trait === "cluster") return this.population.size(cluster);
    if (trait !== "change") return this.population.having(cluster, trait, value, namespace);
    return groups.reduce((sum, path) => {
      const slash = path.indexOf("/");
      return sum + this.population.having(cluster, "group", path.slice(slash + 1), path.slice(0, slash));
    }, 0);
  }
}

/** Numbers for the test whether a trait separates: `failed` of `ofFailed` failed machines have it, and `having` of `all` machines. */
export interface TraitSeparationCounts {
  readonly failed: number;
  readonly ofFailed: number;
  readonly having: number;
  readonly all: number;
}

/**
 * Returns true if a trait separates failed machines from the others: not all machines have it, its share among the failed machines is far above its share among
 * the others, and `chance` is larger than the probability that unrelated failures share it.
 */
export function isSeparatingTrait({ failed, ofFailed, having, all }: TraitSeparationCounts, chance: number): boolean {
  if (failed < 2 || having >= all) return false;
  const others = all - ofFailed;
  const shareOfOthers = others <= 0 ? 0 : (having - failed) / others;
  if (failed / ofFailed < INCIDENT_LIMITS.farAbove * shareOfOthers) return false;
  // All machines that have it failed: also in a fleet that is too small for chance.
  return having === failed || chanceOfShare(failed, ofFailed, having / all) <= chance;
}

/** Returns an upper bound (Chernoff) of the probability that at least `count` of `of` machines have a trait that a share of all machines has. */
function chanceOfShare(count: number, of: number, share: number): number {
  const seen = count / of;
  if (seen <= share) return 1;
  const divergence = seen * Math.log(seen / share) + (seen === 1 ? 0 : (1 - seen) * Math.log((1 - seen) / (1 - share)));
  return Math.exp(-of * divergence);
}

/** Returns an upper bound (Chernoff) of the probability of at least `count` events where `expected` are usual. */
export function poissonTailBound(count: number, expected: number): number {
  if (count <= expected) return 1;
  return expected === 0 ? 0 : Math.exp(count - expected) * (expected / count) ** count;
}

/** Returns the bits that name `failed` of `having` machines. The explanation of failures with the fewest bits is the sharpest. */
export function failureDescriptionBits(failed: number, having: number): number {
  const share = failed / having;
  if (share <= 0 || share >= 1) return 0;
  return -having * (share * Math.log2(share) + (1 - share) * Math.log2(1 - share));
}

/** The numbers of machines per trait value, and of machines per known cause. Grows with each machine. */
export class TraitCounts {
  size = 0;
  leftHealthy = 0;
  readonly values = new Map<string, { readonly value: TraitValue; count: number }>();
  readonly known: Record<ProvenCause, number> = { istiod: 0, deletion: 0, skew: 0 };

  add(traits: readonly TraitValue[], cause: string, leftHealthy: boolean): void {
    this.size++;
    if (leftHealthy) this.leftHealthy++;
    const known = provenCauseOf(cause);
    if (known !== null) this.known[known]++;
    for (const value of traits) {
      const counted = this.values.get(value.key);
      if (counted === undefined) this.values.set(value.key, { value, count: 1 });
      else counted.count++;
    }
  }

  addAll(other: TraitCounts): void {
    this.size += other.size;
    this.leftHealthy += other.leftHealthy;
    for (const cause of ["istiod", "deletion", "skew"] as const) this.known[cause] += other.known[cause];
    for (const [key, { value, count }] of other.values) this.values.set(key, { value, count: count + (this.values.get(key)?.count ?? 0) });
  }

  /** The values that nearly all machines share. */
  common(): readonly { readonly value: TraitValue; readonly count: number }[] {
    return [...this.values.values()].filter(({ count }) => count >= this.size * INCIDENT_LIMITS.commonShare);
  }
}
