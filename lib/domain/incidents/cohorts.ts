import { LIMITS } from "./limits";
import type { MachineFacts } from "./observation";
import { bitsFor, chanceOfCount, groupPath, joinsGroups, type Sizes, separates, type TraitValue } from "./traits";

/** A machine that failed within the last minute and belongs to no incident. */
export interface Failure {
  readonly machine: MachineFacts;
  readonly traits: readonly TraitValue[];
  readonly leftHealthy: boolean;
}

/** Failures with one explanation: the trait that they share. `bits`: the cost of this explanation. */
export interface Cohort<F extends Failure> {
  readonly trait: TraitValue;
  readonly failures: readonly F[];
  readonly bits: number;
  /** A rolling replacement so far: few machines of one group, and all left healthy. */
  readonly isRolling: boolean;
}

/** The usual number of failures per minute of machines with a trait value that led to no incident. `share`: of all machines that have the value. */
export interface Noise {
  expected(value: TraitValue, share: number): number;
}

interface Candidate<F> {
  readonly value: TraitValue;
  readonly failures: Set<F>;
  /** The cost per failure at these counts; null = it explains nothing. */
  rated: { readonly size: number; readonly elsewhere: number; readonly rating: number | null };
}

/**
 * Returns cohorts of failures that share a separating trait, and the failures that share none. The sharpest explanation is taken first, and the failures that it
 * explains do not count against the next ones. Failures of one group need no other trait if no other machine fails: time joins machines of one group, but never
 * groups.
 */
export function cohortsOf<F extends Failure>(failures: readonly F[], sizes: Sizes, noise: Noise): { cohorts: Cohort<F>[]; rest: F[] } {
  const search = new CohortSearch(failures, sizes, noise);
  const cohorts: Cohort<F>[] = [];
  for (let cohort = search.takeSharpest(); cohort !== null; cohort = search.takeSharpest()) cohorts.push(cohort);
  return { cohorts, rest: search.rest };
}

class CohortSearch<F extends Failure> {
  readonly #rest: Set<F>;
  readonly #candidates = new Map<string, Candidate<F>>();
  /** The number of failures that are left, by cluster. */
  readonly #left = new Map<string, number>();

  constructor(
    failures: readonly F[],
    private readonly sizes: Sizes,
    private readonly noise: Noise,
  ) {
    this.#rest = new Set(failures);
    for (const failure of failures) this.#add(failure);
  }

  get rest(): F[] {
    return [...this.#rest];
  }

  takeSharpest(): Cohort<F> | null {
    let best: Candidate<F> | null = null;
    let bestRating = Number.POSITIVE_INFINITY;
    for (const candidate of this.#candidates.values()) {
      const rating = this.#rating(candidate);
      if (rating === null || rating >= bestRating) continue;
      best = candidate;
      bestRating = rating;
    }
    if (best === null) return null;
    const failures = [...best.failures];
    const cohort = { trait: best.value, failures, bits: bestRating * failures.length, isRolling: this.#isRolling(best) };
    for (const failure of failures) this.#remove(failure);
    return cohort;
  }

  #add(failure: F): void {
    this.#countLeft(failure, 1);
    for (const value of failure.traits) {
      const candidate = this.#candidates.get(value.key);
      if (candidate === undefined) this.#candidates.set(value.key, { value, failures: new Set([failure]), rated: { size: 0, elsewhere: 0, rating: null } });
      else candidate.failures.add(failure);
    }
  }

  #remove(failure: F): void {
    this.#rest.delete(failure);
    this.#countLeft(failure, -1);
    for (const { key } of failure.traits) {
      const candidate = this.#candidates.get(key);
      candidate?.failures.delete(failure);
      if (candidate?.failures.size === 0) this.#candidates.delete(key);
    }
  }

  #countLeft({ machine: { cluster } }: F, by: 1 | -1): void {
    this.#left.set(cluster, (this.#left.get(cluster) ?? 0) + by);
  }

  #rating(candidate: Candidate<F>): number | null {
    const { failures, value, rated } = candidate;
    const elsewhere = (this.#left.get(value.cluster) ?? 0) - failures.size;
    if (rated.size !== failures.size || rated.elsewhere !== elsewhere) {
      const bits = this.#bits(candidate, elsewhere);
      candidate.rated = { size: failures.size, elsewhere, rating: bits === null ? null : bits / failures.size };
    }
    return candidate.rated.rating;
  }

  #bits({ value, failures }: Candidate<F>, elsewhere: number): number | null {
    const count = failures.size;
    if (value.trait === "version") return null;
    if (value.trait === "known") return count >= fewestKnown(value) ? LIMITS.causeBits : null;
    if (count < 2) return null;
    const isGroup = value.trait === "group";
    // Another trait of one group is found when the incident is named.
    if (!isGroup && !hasSeveralGroups(failures)) return null;
    const having = this.sizes.having(value, count);
    const all = this.sizes.all(value.cluster, count + elsewhere);
    if (isUsual(count, value, having / all, this.noise)) return null;
    if (value.trait === "cluster") return isWholeCluster(count, all, failures) ? bitsFor(count, all) + LIMITS.causeBits : null;
    if (!(isGroup && elsewhere === 0) && !separates({ failed: count, ofFailed: count + elsewhere, having, all }, allowedChance(count, elsewhere))) return null;
    const bits = bitsFor(count, having) + LIMITS.causeBits;
    return isGroup || bits < count * Math.log2(all) ? bits : null;
  }

  #isRolling({ value, failures }: Candidate<F>): boolean {
    if (value.trait !== "group") return false;
    const share = failures.size / this.sizes.having(value, failures.size);
    return share <= LIMITS.rollingShare && [...failures].every(({ leftHealthy }) => leftHealthy);
  }
}

/** A deletion of one machine is enough. One unverified machine may be an exception of its own. */
function fewestKnown({ value }: TraitValue): number {
  return value.startsWith("deletion") ? 1 : 2;
}

function hasSeveralGroups(failures: Iterable<Failure>): boolean {
  let first: string | null = null;
  for (const failure of failures) {
    const path = groupPath(failure.machine);
    if (path === "" || (first !== null && path !== first)) return true;
    first = path;
  }
  return false;
}

function isWholeCluster(count: number, all: number, failures: Iterable<Failure>): boolean {
  if (count < all * LIMITS.wholeClusterShare) return false;
  const groups = new Set<string>();
  for (const failure of failures) if (groups.add(groupPath(failure.machine)).size >= LIMITS.wholeClusterGroups) return true;
  return false;
}

/** With many failures, more traits are compared, so that each must be less likely by chance. */
function allowedChance(count: number, elsewhere: number): number {
  return elsewhere === 0 ? LIMITS.chanceOfAll : LIMITS.chanceOfSome / (count + elsewhere);
}

function isUsual(count: number, value: TraitValue, share: number, noise: Noise): boolean {
  return chanceOfCount(count, noise.expected(value, share)) > LIMITS.chanceOfNoise;
}

/** An explanation of some failures: an open incident, a cohort or a single failure. `common`: trait values of nearly all of its machines. */
export interface Explanation {
  readonly common: readonly { readonly value: TraitValue; readonly count: number }[];
  readonly bits: number;
  readonly isSingle: boolean;
}

/** Returns the bits that name one failed machine of a cluster. */
export function bitsOfSingle(cluster: string, sizes: Sizes): number {
  return Math.log2(sizes.all(cluster, 2));
}

/**
 * Returns the trait that explains several explanations better than they do themselves; null = none. A zone that fails first looks like trouble of some of its
 * groups. Two groups of one zone that fail for two reasons leave the rest of the zone healthy, so that they stay apart.
 */
export function jointCause<E extends Explanation>(
  parts: readonly E[],
  sizes: Sizes,
  noise: Noise,
): { readonly trait: TraitValue; readonly parts: readonly E[] } | null {
  const byTrait = new Map<string, { readonly value: TraitValue; readonly parts: E[]; count: number; singles: number; bits: number }>();
  const singles = new Map<string, number>();
  for (const part of parts) {
    for (const { value, count } of part.common) {
      if (value.trait === "cluster" && part.isSingle) singles.set(value.cluster, (singles.get(value.cluster) ?? 0) + 1);
      if (!joinsGroups(value) || value.trait === "known") continue;
      const joint = byTrait.get(value.key) ?? { value, parts: [], count: 0, singles: 0, bits: 0 };
      byTrait.set(value.key, joint);
      joint.parts.push(part);
      joint.count += count;
      joint.bits += part.bits;
      if (part.isSingle) joint.singles++;
    }
  }
  let best: { readonly trait: TraitValue; readonly parts: readonly E[] } | null = null;
  let mostSaved = 0;
  for (const joint of byTrait.values()) {
    const saved = joint.parts.length < 2 ? 0 : joint.bits - jointBits(joint, (singles.get(joint.value.cluster) ?? 0) - joint.singles, sizes, noise);
    if (saved <= mostSaved) continue;
    best = { trait: joint.value, parts: joint.parts };
    mostSaved = saved;
  }
  return best;
}

function jointBits(
  { value, count, parts }: { value: TraitValue; count: number; parts: readonly unknown[] },
  elsewhere: number,
  sizes: Sizes,
  noise: Noise,
): number {
  const having = sizes.having(value, count);
  const all = sizes.all(value.cluster, count + elsewhere);
  const isOne =
    value.trait === "cluster"
      ? count >= all * LIMITS.wholeClusterShare && parts.length >= LIMITS.wholeClusterGroups
      : separates({ failed: count, ofFailed: count + elsewhere, having, all }, allowedChance(count, elsewhere));
  return isOne && !isUsual(count, value, having / all, noise) ? bitsFor(count, having) + LIMITS.causeBits : Number.POSITIVE_INFINITY;
}
