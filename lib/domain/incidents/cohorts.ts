import { INCIDENT_LIMITS } from "./limits";
import type { MachineFacts } from "./observation";
import { canSpanGroups, failureDescriptionBits, groupPath, isSeparatingTrait, poissonTailBound, type TraitValue, type TraitValueSizes } from "./traits";

/** A machine that failed within the last minute and belongs to no incident. */
export interface PendingFailure {
  readonly machine: MachineFacts;
  readonly traits: readonly TraitValue[];
  readonly leftHealthy: boolean;
  /** Its group may have scaled in, so that it is not evidence for trouble of its group. */
  readonly mayHaveScaledIn: boolean;
}

/** Failures with one explanation: the trait that they share. `bits`: the cost of this explanation. */
export interface Cohort<F extends PendingFailure> {
  readonly trait: TraitValue;
  readonly failures: readonly F[];
  readonly bits: number;
  /** A rolling replacement so far: few machines of one group, and all left healthy. */
  readonly isRolling: boolean;
}

/** Failures that led to no incident. */
export interface BackgroundFailures {
  /** The usual number per minute of machines with a trait value. `share`: of all machines that have the value. `leftHealthy`: also those that left healthy. */
  expected(value: TraitValue, share: number, leftHealthy: boolean): number;
  /** The number within the last minute of machines of the cluster without the value. They serve again. */
  elsewhere(value: TraitValue): number;
}

interface Candidate<F> {
  readonly value: TraitValue;
  /** Also failures that another candidate explained since; `size` counts the others. */
  readonly all: F[];
  size: number;
  /** The cost per failure at these counts; null = it explains nothing. */
  rated: { readonly size: number; readonly elsewhere: number; readonly rating: number | null };
}

/**
 * Returns cohorts of failures that share a separating trait, and the failures that share none. The sharpest explanation is taken first, and the failures that it
 * explains do not count against the next ones. Failures of one group need no other trait if no other machine fails: time joins machines of one group, but never
 * groups.
 */
export function cohortsOf<F extends PendingFailure>(
  failures: readonly F[],
  sizes: TraitValueSizes,
  noise: BackgroundFailures,
): { cohorts: Cohort<F>[]; rest: F[] } {
  const search = new CohortSearch(failures, sizes, noise);
  const cohorts: Cohort<F>[] = [];
  for (let cohort = search.takeSharpest(); cohort !== null; cohort = search.takeSharpest()) cohorts.push(cohort);
  return { cohorts, rest: search.rest };
}

class CohortSearch<F extends PendingFailure> {
  readonly #rest: Set<F>;
  readonly #candidates = new Map<string, Candidate<F>>();
  /** The number of failures that are left, by cluster. */
  readonly #left = new Map<string, number>();
  /** The same without machines whose group may have scaled in, by cluster and by group. */
  readonly #leftCertain = new Map<string, number>();
  #together: Candidate<F>[] = [];

  constructor(
    failures: readonly F[],
    private readonly sizes: TraitValueSizes,
    private readonly noise: BackgroundFailures,
  ) {
    this.#rest = new Set(failures);
    for (const failure of failures) this.#add(failure);
  }

  get rest(): F[] {
    return [...this.#rest];
  }

  takeSharpest(): Cohort<F> | null {
    const best = this.#together.pop() ?? this.#sharpest() ?? this.#nextTogether();
    if (best === undefined) return null;
    const failures = this.#failures(best);
    const having = this.sizes.having(best.value, failures.length);
    const rating =
      best.rated.rating === null ? failureDescriptionBits(failures.length, having) + INCIDENT_LIMITS.causeBits : best.rated.rating * failures.length;
    const cohort = { trait: best.value, failures, bits: rating, isRolling: this.#isRolling(best) };
    for (const failure of failures) this.#remove(failure);
    return cohort;
  }

  #sharpest(): Candidate<F> | undefined {
    let best: Candidate<F> | undefined;
    let bestRating = Number.POSITIVE_INFINITY;
    for (const candidate of this.#candidates.values()) {
      const rating = this.#rating(candidate);
      if (rating === null || rating >= bestRating) continue;
      best = candidate;
      bestRating = rating;
    }
    return best;
  }

  #nextTogether(): Candidate<F> | undefined {
    this.#together = this.#groupsTogether();
    return this.#together.pop();
  }

  #add(failure: F): void {
    this.#countLeft(failure, 1);
    for (const value of candidateTraits(failure)) {
      const key = candidateKey(failure, value);
      const candidate = this.#candidates.get(key);
      if (candidate === undefined) this.#candidates.set(key, { value, all: [failure], size: 1, rated: { size: 0, elsewhere: 0, rating: null } });
      else candidate.size = candidate.all.push(failure);
    }
  }

  #remove(failure: F): void {
    this.#rest.delete(failure);
    this.#countLeft(failure, -1);
    for (const value of candidateTraits(failure)) {
      const key = candidateKey(failure, value);
      const candidate = this.#candidates.get(key);
      if (candidate !== undefined) candidate.size--;
      if (candidate?.size === 0) this.#candidates.delete(key);
    }
  }

  #countLeft({ machine, traits, mayHaveScaledIn }: F, by: 1 | -1): void {
    addTo(this.#left, machine.cluster, by);
    if (mayHaveScaledIn) return;
    addTo(this.#leftCertain, machine.cluster, by);
    const group = traits.find(({ trait }) => trait === "group");
    if (group !== undefined) addTo(this.#leftCertain, group.key, by);
  }

  #rating(candidate: Candidate<F>): number | null {
    const { size, value, rated } = candidate;
    const isGroup = value.trait === "group";
    const left = (isGroup ? this.#leftCertain : this.#left).get(value.cluster) ?? 0;
    const elsewhere = left - (isGroup ? (this.#leftCertain.get(value.key) ?? 0) : size) + this.noise.elsewhere(value);
    if (rated.size !== size || rated.elsewhere !== elsewhere) {
      const bits = this.#bits(candidate, elsewhere);
      candidate.rated = { size, elsewhere, rating: bits === null ? null : bits / size };
    }
    return candidate.rated.rating;
  }

  #failures({ all, size }: Candidate<F>): F[] {
    return all.length === size ? all : all.filter((failure) => this.#rest.has(failure));
  }

  #bits(candidate: Candidate<F>, elsewhere: number): number | null {
    const { value, size: count } = candidate;
    if (value.trait === "version") return null;
    if (value.trait === "known") return count >= fewestKnown(value) ? INCIDENT_LIMITS.causeBits : null;
    if (count < 2) return null;
    const isGroup = value.trait === "group";
    const failures = this.#failures(candidate);
    const allLeftHealthy = failures.every(({ leftHealthy }) => leftHealthy);
    // Another trait of one group is found when the incident is named.
    if (!isGroup && !hasSeveralGroups(failures)) return null;
    const having = this.sizes.having(value, count);
    if (!isGroup && isRollingCount(count, having) && allLeftHealthy) return null;
    const all = this.sizes.all(value.cluster, count + elsewhere);
    if (isUsual(count, value, having / all, allLeftHealthy, this.noise)) return null;
    if (value.trait === "cluster") return isWholeCluster(count, all, failures) ? failureDescriptionBits(count, all) + INCIDENT_LIMITS.causeBits : null;
    if (!(isGroup && elsewhere === 0) && !isSeparatingTrait({ failed: count, ofFailed: count + elsewhere, having, all }, allowedChance(count, elsewhere)))
      return null;
    const bits = failureDescriptionBits(count, having) + INCIDENT_LIMITS.causeBits;
    return isGroup ||
      bitsByGroup(
        [...failures].map(({ traits }) => traits),
        all,
        this.sizes,
      ) -
        bits >
        savedBits(count, having)
      ? bits
      : null;
  }

  /** The groups that explain nearly all failures of a cluster together, although each one alone could fail by chance. */
  #groupsTogether(): Candidate<F>[] {
    return [...this.#left.keys()].flatMap((cluster) => {
      const groups = [...this.#candidates.values()].filter(({ value, size, all: [first] }) => {
        if (value.trait !== "group" || value.cluster !== cluster || size < 2) return false;
        const having = this.sizes.having(value, size);
        return !isUsual(size, value, having / this.sizes.all(cluster, having), first?.leftHealthy === true, this.noise);
      });
      const left = this.#leftCertain.get(cluster) ?? 0;
      const explained = groups.reduce((sum, { size }) => sum + size, 0);
      const all = this.sizes.all(cluster, left);
      if (groups.length < 2 || explained < left * INCIDENT_LIMITS.commonShare) return [];
      const bits = groups.reduce((sum, { value, size }) => sum + failureDescriptionBits(size, this.sizes.having(value, size)) + INCIDENT_LIMITS.causeBits, 0);
      return failureDescriptionBits(left, all) - bits - (left - explained) * Math.log2(all) > INCIDENT_LIMITS.joinBits ? groups : [];
    });
  }

  #isRolling(candidate: Candidate<F>): boolean {
    if (candidate.value.trait !== "group") return false;
    const share = candidate.size / this.sizes.having(candidate.value, candidate.size);
    return share <= INCIDENT_LIMITS.rollingShare && this.#failures(candidate).every(({ leftHealthy }) => leftHealthy);
  }
}

/** The traits of a failure of which it is evidence. */
function candidateTraits({ traits, mayHaveScaledIn }: PendingFailure): readonly TraitValue[] {
  return mayHaveScaledIn ? traits.filter(({ trait }) => trait !== "group") : traits;
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Machines of a group that left healthy may be a rolling replacement, so that they are no evidence for its failed machines. */
function candidateKey({ leftHealthy }: PendingFailure, { trait, key }: TraitValue): string {
  return trait === "group" && leftHealthy ? `${key}\nleft-healthy` : key;
}

/** The bits that a trait of several groups must save. If all machines that have it failed, no healthy machine contradicts it. */
function savedBits(failed: number, having: number): number {
  return failed === having ? 0 : INCIDENT_LIMITS.joinBits;
}

/** A deletion of one machine is enough. One unverified machine may be an exception of its own. */
function fewestKnown({ value }: TraitValue): number {
  return value.startsWith("deletion") ? 1 : 2;
}

function hasSeveralGroups(failures: Iterable<PendingFailure>): boolean {
  let first: string | null = null;
  for (const failure of failures) {
    const path = groupPath(failure.machine);
    if (path === "" || (first !== null && path !== first)) return true;
    first = path;
  }
  return false;
}

function isWholeCluster(count: number, all: number, failures: Iterable<PendingFailure>): boolean {
  if (count < all * INCIDENT_LIMITS.wholeClusterShare) return false;
  const groups = new Set<string>();
  for (const failure of failures) if (groups.add(groupPath(failure.machine)).size >= INCIDENT_LIMITS.wholeClusterGroups) return true;
  return false;
}

/** The cost of single failures as trouble of their groups: a trait of several groups must explain them better. `failures`: the traits of each. */
function bitsByGroup(failures: readonly (readonly TraitValue[])[], all: number, sizes: TraitValueSizes): number {
  const groups = new Map<string, { readonly value: TraitValue; count: number }>();
  const single = Math.log2(all);
  let bits = 0;
  for (const traits of failures) {
    const value = traits.find(({ trait }) => trait === "group");
    if (value === undefined) bits += single;
    else groups.set(value.key, { value, count: (groups.get(value.key)?.count ?? 0) + 1 });
  }
  for (const { value, count } of groups.values())
    bits += Math.min(count * single, failureDescriptionBits(count, sizes.having(value, count)) + INCIDENT_LIMITS.causeBits);
  return bits;
}

/** With many failures, more traits are compared, so that each must be less likely by chance. */
function allowedChance(count: number, elsewhere: number): number {
  return elsewhere === 0 ? INCIDENT_LIMITS.chanceOfAll : INCIDENT_LIMITS.chanceOfSome / (count + elsewhere);
}

function isUsual(count: number, value: TraitValue, share: number, leftHealthy: boolean, noise: BackgroundFailures): boolean {
  const chance = value.trait === "group" ? INCIDENT_LIMITS.chanceOfNoise : INCIDENT_LIMITS.chanceOfTraitNoise;
  return poissonTailBound(count, noise.expected(value, share, leftHealthy)) > chance;
}

/** An explanation of some failures: an open incident, a cohort or a single failure. `common`: trait values of nearly all of its machines. */
export interface ExplainedFailures {
  readonly common: readonly { readonly value: TraitValue; readonly count: number }[];
  readonly bits: number;
  readonly isSingle: boolean;
  /** All its machines left healthy within the last minute: they may return, or be replaced. */
  readonly mayReturn: boolean;
}

/** Returns the bits that name one failed machine of a cluster. */
export function singleFailureDescriptionBits(cluster: string, sizes: TraitValueSizes): number {
  return Math.log2(sizes.all(cluster, 2));
}

/**
 * Returns the trait that explains several explanations better than they do themselves; null = none. A zone that fails first looks like trouble of some of its
 * groups. Two groups of one zone that fail for two reasons leave the rest of the zone healthy, so that they stay apart.
 */
export function jointExplanation<E extends ExplainedFailures>(
  parts: readonly E[],
  sizes: TraitValueSizes,
  noise: BackgroundFailures,
): { readonly trait: TraitValue; readonly parts: readonly E[] } | null {
  const singles = new Map<string, number>();
  const joints = new Map<string, Joint<E>>();
  for (const part of parts) {
    const group = part.common.find(({ value }) => value.trait === "group")?.value.key ?? part;
    for (const { value, count } of part.common) {
      if (value.trait === "cluster" && part.isSingle) singles.set(value.cluster, (singles.get(value.cluster) ?? 0) + 1);
      if (!canSpanGroups(value) || value.trait === "known") continue;
      const joint = joints.get(value.key) ?? { value, parts: [], groups: new Set(), count: 0 };
      joints.set(value.key, joint);
      joint.parts.push(part);
      joint.groups.add(group);
      joint.count += count;
    }
  }
  let best: Joint<E> | null = null;
  let mostSaved = Number.NEGATIVE_INFINITY;
  for (const joint of joints.values()) {
    if (joint.groups.size < 2 || isRollingOf(joint, sizes)) continue;
    const elsewhere = (singles.get(joint.value.cluster) ?? 0) - joint.parts.filter(({ isSingle }) => isSingle).length + noise.elsewhere(joint.value);
    const saved = bitsApart(joint, sizes) - bitsTogether(joint, elsewhere, sizes, noise);
    if (saved <= Math.max(mostSaved, savedBits(joint.count, sizes.having(joint.value, joint.count)))) continue;
    best = joint;
    mostSaved = saved;
  }
  return best === null ? null : { trait: best.value, parts: best.parts };
}

/** Explanations that share a trait value. `groups`: the group of each part, or the part itself if it has several. */
interface Joint<E> {
  readonly value: TraitValue;
  readonly parts: E[];
  readonly groups: Set<string | E>;
  count: number;
}

function isRollingCount(count: number, having: number): boolean {
  return count <= Math.min(having * INCIDENT_LIMITS.rollingTraitShare, INCIDENT_LIMITS.rollingTraitCount);
}

function isRollingOf({ value, count, parts }: Joint<ExplainedFailures>, sizes: TraitValueSizes): boolean {
  return isRollingCount(count, sizes.having(value, count)) && parts.every(({ mayReturn }) => mayReturn);
}

function bitsApart({ value, parts }: Joint<ExplainedFailures>, sizes: TraitValueSizes): number {
  const single = parts.filter(({ isSingle }) => isSingle).map(({ common }) => common.map((one) => one.value));
  const others = parts.reduce((sum, { isSingle, bits }) => sum + (isSingle ? 0 : bits), 0);
  return others + bitsByGroup(single, sizes.all(value.cluster, 2), sizes);
}

function bitsTogether({ value, count, groups, parts }: Joint<ExplainedFailures>, elsewhere: number, sizes: TraitValueSizes, noise: BackgroundFailures): number {
  const having = sizes.having(value, count);
  const all = sizes.all(value.cluster, count + elsewhere);
  const isOne =
    value.trait === "cluster"
      ? count >= all * INCIDENT_LIMITS.wholeClusterShare && groups.size >= INCIDENT_LIMITS.wholeClusterGroups
      : isSeparatingTrait({ failed: count, ofFailed: count + elsewhere, having, all }, allowedChance(count, elsewhere));
  return isOne &&
    !isUsual(
      count,
      value,
      having / all,
      parts.every(({ mayReturn }) => mayReturn),
      noise,
    )
    ? failureDescriptionBits(count, having) + INCIDENT_LIMITS.causeBits
    : Number.POSITIVE_INFINITY;
}
