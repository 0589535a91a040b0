import {
  type CauseTrait,
  causeDecidingMembers,
  currentBadCondition,
  type Incident,
  type IncidentCause,
  type IncidentMember,
  type LostService,
} from "./incident";
import { INCIDENT_LIMITS } from "./limits";
import { type MachinePopulation, type ObjectChange, TRAITS, type TraitName } from "./observation";
import { failureDescriptionBits, isSeparatingTrait, type ProvenCause, TraitCounts, type TraitValue, TraitValueSizes, traitsOf } from "./traits";

/** A trait that members have in common, with its shares and its cost as an explanation. */
interface CommonTrait {
  readonly value: TraitValue;
  readonly shown: CauseTrait;
  readonly bits: number;
}

/**
 * Returns the cause that the title of an incident names. `counts`: the traits of its members, or of the visible ones. `isNamespaceDeleted`: a namespace of its
 * machines was deleted. Without members a service has no endpoint.
 */
export function incidentCause(counts: TraitCounts, cluster: string, sizes: TraitValueSizes, isNamespaceDeleted: boolean): IncidentCause {
  const group = onlyGroup(counts, sizes);
  const { size } = counts;
  if (size === 0) return { kind: "service-without-endpoint", traits: [], group };
  const traits = separatingTraits(counts, cluster, sizes).map(({ shown }) => shown);
  if (isMostly(counts, "deletion")) return { kind: isNamespaceDeleted ? "namespace-deleted" : "group-deleted", traits, group };
  if (isMostly(counts, "skew")) return { kind: "clock-skew", traits, group };
  if (isMostly(counts, "istiod")) {
    const isGone = size > 1 && counts.known.istiod >= sizes.managed(cluster, counts.known.istiod) * INCIDENT_LIMITS.commonShare;
    if (isGone) return { kind: "istiod-gone", traits: [], group };
    const replica = commonTraits(counts, cluster, sizes).find(({ value }) => value.trait === "replica");
    const isAmongBest = replica === undefined || traits.some(({ trait }) => trait === "replica");
    return { kind: "replica-gone", traits: isAmongBest ? traits : [replica.shown], group };
  }
  if (size === 1) return { kind: "machine", traits: [], group };
  const isOnlyGroup = traits.every(({ trait }) => trait === "group");
  if (isOnlyGroup && counts.leftHealthy === size) return { kind: "left-healthy", traits, group };
  return { kind: traits.length === 0 ? "time-only" : "trait", traits, group };
}

/** Returns the cause of a part of an incident, as its members alone prove it: those that a viewer sees, or those of an earlier moment. */
export function causeOfMembers(
  { members, changes, clusters, openedAt }: Pick<Incident, "members" | "changes" | "clusters" | "openedAt">,
  population: MachinePopulation,
): IncidentCause {
  const [cluster = ""] = clusters;
  const isNamespaceDeleted = changes.some(
    ({ kind, what, name }) => kind === "Namespace" && what === "deleted" && members.some(({ machine }) => machine.namespace === name),
  );
  const counts = countMachinesByTrait(causeDecidingMembers(members, openedAt), changes);
  return incidentCause(counts, cluster, new TraitValueSizes(population), isNamespaceDeleted);
}

/** Counts the traits of members. `changes`: those before the incident. */
export function countMachinesByTrait(members: readonly IncidentMember[], changes: readonly ObjectChange[]): TraitCounts {
  const counts = new TraitCounts();
  for (const { machine, cause, leftHealthy } of members) counts.add(traitsOf(machine, cause, changes), cause, leftHealthy);
  return counts;
}

function isMostly({ known, size }: TraitCounts, cause: ProvenCause): boolean {
  return known[cause] >= size * INCIDENT_LIMITS.commonShare;
}

function onlyGroup(counts: TraitCounts, sizes: TraitValueSizes): IncidentCause["group"] {
  const only = counts.common().find(({ value, count }) => value.trait === "group" && count === counts.size);
  if (only === undefined) return null;
  const { namespace, value } = only.value;
  return { namespace, name: value, size: sizes.having(only.value, only.count) };
}

/**
 * Returns the sharpest separating trait, or two that separate equally well. An istiod replica fails no probe of a machine, so among equals it and its revision
 * come last, unless istiod is the proven cause.
 */
function separatingTraits(counts: TraitCounts, cluster: string, sizes: TraitValueSizes): readonly CommonTrait[] {
  const found = commonTraits(counts, cluster, sizes).filter(({ shown: { bad, of, others, ofOthers } }) =>
    isSeparatingTrait({ failed: bad, ofFailed: of, having: bad + others, all: of + ofOthers }, INCIDENT_LIMITS.chanceOfAll),
  );
  const fewest = Math.min(...found.map(({ bits }) => bits));
  const best = found.filter(({ bits }) => bits - fewest < INCIDENT_LIMITS.equalBits);
  const group = best.find(({ value }) => value.trait === "group");
  const candidates = best.filter((one) => group === undefined || !isOfGroup(one, group));
  if (isMostly(counts, "istiod")) return candidates.slice(0, 2);
  return [...candidates.filter((one) => !isOfIstiod(one)), ...candidates.filter(isOfIstiod)].slice(0, 2);
}

function isOfIstiod({ value }: CommonTrait): boolean {
  return value.trait === "replica" || value.trait === "revision";
}

/** True if a trait names the same machines as their group and says no more: the account, version or change of one group. */
function isOfGroup({ value, shown }: CommonTrait, group: CommonTrait): boolean {
  const depends = value.trait === "account" || value.trait === "version" || value.trait === "change";
  return depends && shown.bad === group.shown.bad && shown.others === group.shown.others;
}

/** Returns the traits of nearly all members in the order of `TRAITS`. */
function commonTraits(counts: TraitCounts, cluster: string, sizes: TraitValueSizes): readonly CommonTrait[] {
  const all = sizes.all(cluster, counts.size);
  const group = onlyGroup(counts, sizes);
  return counts
    .common()
    .flatMap(({ value, count }) => {
      const { trait } = value;
      if (trait === "cluster" || trait === "known") return [];
      const having = trait === "version" && group !== null ? Math.min(sizes.having(value, count), group.size) : sizes.having(value, count);
      const bits = failureDescriptionBits(count, having) + (counts.size - count) * Math.log2(all);
      return [{ value, shown: causeTrait(trait, value.value, { bad: count, of: counts.size, having, all }), bits }];
    })
    .sort((a, b) => TRAITS.indexOf(a.shown.trait) - TRAITS.indexOf(b.shown.trait));
}

function causeTrait(trait: TraitName, value: string, { bad, of, having, all }: { bad: number; of: number; having: number; all: number }): CauseTrait {
  return { trait, value, bad, of, others: having - bad, ofOthers: all - of };
}

/** Returns the relevant changes before an incident, the nearest first. Without one, `lastChange` is the last earlier one. `changes` in order of time. */
export function changesBefore(
  changes: readonly ObjectChange[],
  { began, clusters }: Pick<Incident, "began" | "clusters">,
  counts: TraitCounts,
  services: readonly LostService[],
): Pick<Incident, "changes" | "lastChange"> {
  const groups = new Set([...counts.values.values()].flatMap(({ value }) => (value.trait === "group" ? [`${value.namespace}/${value.value}`] : [])));
  const relevant = changes.filter((change) => {
    if (!clusters.includes(change.cluster) || change.seenAt > began.at + INCIDENT_LIMITS.skewMs) return false;
    if (change.groups === null || change.groups.some((path) => groups.has(path))) return true;
    return services.some(({ service }) => service.namespace === change.namespace && (counts.size === 0 || service.name === change.name));
  });
  const from = (began.notBefore ?? began.at) - INCIDENT_LIMITS.changedBeforeMs;
  const before = relevant.filter(({ seenAt }) => seenAt >= from).reverse();
  return { changes: before, lastChange: before.length > 0 ? null : (relevant.at(-1) ?? null) };
}

/** Returns the change whose rollback may help: the nearest one, at most half an hour before the first failure. Null = compare, do not roll back. */
export function rollbackCandidate({ changes, lastChange, began }: Pick<Incident, "changes" | "lastChange" | "began">): ObjectChange | null {
  const nearest = changes[0] ?? lastChange;
  return nearest !== null && (began.notBefore ?? began.at) - nearest.seenAt <= INCIDENT_LIMITS.rollbackMs ? nearest : null;
}

/** The answer to "Is it istiod?", with the shares of the most common replica and revision. */
export interface IstiodCauseAnswer {
  readonly answer: "yes" | "no-evidence" | "cannot-tell";
  readonly compared: readonly CauseTrait[];
  /** The members that are unverified now: the answer cannot be told for them. 0 if it is "yes". */
  readonly unverified: number;
}

/**
 * Returns whether istiod caused an incident. "yes": its replicas are gone, its clock is ahead, or only a replica or revision separates the members. Without a
 * replica and revision that members share, or for one machine, nothing can be compared. Neither can the connection of an unverified member: it is unverified
 * because its replica does not prove it, so a working istiod looks the same as a broken one.
 */
export function istiodCauseAnswer(incident: Incident, population: MachinePopulation): IstiodCauseAnswer {
  const { cause, clusters, members, changes } = incident;
  const [cluster = ""] = clusters;
  const sizes = new TraitValueSizes(population);
  const counts = countMachinesByTrait(members, changes);
  const compared = ["replica", "revision"].flatMap((trait) => {
    const values = [...counts.values.values()].filter(({ value }) => value.trait === trait);
    const [most] = values.sort((a, b) => b.count - a.count);
    if (most === undefined) return [];
    const having = sizes.having(most.value, most.count);
    return [causeTrait(trait as TraitName, most.value.value, { bad: most.count, of: counts.size, having, all: sizes.all(cluster, counts.size) })];
  });
  const isIstiods = ({ trait }: CauseTrait) => trait === "replica" || trait === "revision";
  const isProven = ["istiod-gone", "replica-gone", "clock-skew"].includes(cause.kind) || (cause.traits.length > 0 && cause.traits.every(isIstiods));
  if (isProven) return { answer: "yes", compared, unverified: 0 };
  const unverified = members.filter((member) => currentBadCondition(member) === "unverified").length;
  const isUnclear = compared.length === 0 || members.length - unverified < 2 || cause.traits.some(isIstiods);
  return { answer: isUnclear ? "cannot-tell" : "no-evidence", compared, unverified };
}
