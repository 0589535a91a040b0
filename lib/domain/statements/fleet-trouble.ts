import { isGarbageCollected } from "@/lib/domain/history/loss-cause";
import type { Statement } from "@/lib/domain/statements/statement";
import { type SeparatingTrait, separatingTraitsOfFleet } from "@/lib/domain/verdict/shared-traits";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { NEW_TROUBLE_MS } from "@/lib/domain/verdict/tiers";
import type { State } from "@/lib/domain/verdict/verdict";
import { type RollUpMachineCounts, type TroubleCounts, troubleCounts, troubleTotal } from "./counts";
import type { GroupLatestLosses } from "./group";
import { type LossesInWindow, type LossSpan, lossSpan, openLosses } from "./losses";
import { endpointLossAge, type ServiceWithoutEndpoint } from "./services-without-endpoint";

/** The trouble of the fleet: the fields of `FleetHead` that its statements use. Times are in milliseconds. */
export interface FleetTroubleFacts {
  /** Whether istiod's Pods are visible. `namespace`: the namespace of istiod, if they are not. */
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly namespace: string };
  /** The number of lost machines that still count. `groupsLosing`: the number of their groups. */
  readonly lost: number;
  readonly groupsLosing: number;
  /**
   * The number of failed machines and of their groups. `shared`: values that separate them from all others: `count` of the `of` machines with the
   * value failed.
   */
  readonly failing: { readonly count: number; readonly groups: number; readonly shared: readonly SeparatingTrait[] };
  /**
   * A rollout of istiod with machines that still name an ended replica; null = none. `waiting`: the number of these machines. `unverified`: those
   * that had time to reconnect. `version`: that of the new replicas, "" = not known. `since`: the first start of a new replica.
   * `replicas`: the names of the ended ones.
   */
  readonly rollout: (Omit<FleetRollout, "kind"> & { readonly unverified: number; readonly replicas: readonly string[] }) | null;
  /** Further facts about the first group in trouble; null = no group is in trouble. */
  readonly worst: {
    /** The only machine of the group in trouble, if that machine is registered; otherwise null. */
    readonly machine: { readonly name: string; readonly uid: string } | null;
    /** The property that best separates the group's machines in trouble from its others; two if they separate equally. */
    readonly traits: readonly string[];
    /** True if no other visible group has the same name. */
    readonly isNameUnique: boolean;
    /** The number of the group's unverified machines whose replica ended in the rollout. */
    readonly unverifiedByRollout: number;
  } | null;
  /** A cluster in which no replica of istiod runs, although machines name one; null = none. */
  readonly istiodGone: Omit<IstiodGone, "kind"> | null;
  /** The number of groups, and of namespaces with machines of no group (`places`), whose trouble is older than a day. `rows`: the worst of them. */
  readonly longRunning: {
    readonly count: number;
    readonly places: number;
    readonly rows: readonly (Omit<LongRunningTrouble, "kind" | "group" | "more" | "morePlaces"> & { readonly name: string })[];
  };
}

/** The first group in trouble. `name` is "" for the machines of a namespace that belong to no group. */
interface WorstGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly unreadable: string | null;
  readonly rollUp: Pick<RollUpMachineCounts, "counts" | "fullTotal">;
  readonly lost: number;
  readonly missing: number;
  readonly state: State | null;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  readonly rise: { readonly count: number; readonly total: number };
  readonly message: string;
  /** The deletion of the group, if it is gone and its lost machines still count. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
}

/** The beginning of trouble, in milliseconds; null = not known. `sinceAtLeast`: the trouble began at `since` or earlier. */
export interface Began {
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/**
 * Lost machines of several groups that share the value of a property. The time span is null while the history and the groups differ in the number of
 * losses.
 */
export interface LostMachinesSharingTrait extends Statement, LossSpan {
  readonly kind: "fleet-lost";
  readonly lost: number;
  readonly groups: number;
  readonly trait: string;
  readonly value: string;
  /** The number of losses within a day with this value, of `sharedOf` losses. */
  readonly sharedBy: number;
  readonly sharedOf: number;
}

/** Failed machines of several groups that share the value of a property: `sharedBy` of the `sharedOf` machines that have the value failed. */
export interface FailedMachinesSharingTrait extends Statement {
  readonly kind: "fleet-failing";
  readonly failing: number;
  readonly groups: number;
  readonly trait: string;
  readonly value: string;
  readonly sharedBy: number;
  readonly sharedOf: number;
}

/** A cluster in which no replica of istiod runs. */
export interface IstiodGone extends Statement, Began {
  readonly kind: "istiod-gone";
  readonly cluster: string;
  readonly unverified: number;
}

/** Machines of a group that had time to reconnect after a rollout of istiod, but did not. */
export interface UnverifiedSinceRollout extends Statement {
  readonly kind: "unverified-since-rollout";
  readonly cluster: string;
  readonly unverified: number;
  readonly since: number;
}

/** The trouble of the worst group: `number` of its `total` machines are in trouble. */
export interface FleetWorstGroup extends Statement, TroubleCounts, Began {
  readonly kind: "fleet-worst-group";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly isNameUnique: boolean;
  readonly number: number;
  readonly total: number;
  readonly lost: number;
  readonly missing: number;
  /**
   * The number of machines that reconnect at the same time. `starting`: of those that start. They are counted only if the group has no other trouble.
   */
  readonly reconnecting: number;
  readonly starting: number;
  /** The number of machines that got into trouble in the latest rise, which began at `since`; null = all of `number`. */
  readonly risen: number | null;
  /** True if `since` is the beginning of the first machine, and others followed later. */
  readonly isFirst: boolean;
  readonly message: string;
  /** Properties that separate the machines in trouble, such as "zone a". Two = the cause is one of them. */
  readonly common: readonly string[];
  readonly unreadable: boolean;
}

/** A group that was deleted, with the machines that were lost with it. `sinceAtLeast`: the deletion itself was not observed. */
export interface GroupDeleted extends Statement, Began {
  readonly kind: "group-deleted";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly machines: number;
}

/** A machine that is the only one of its group in trouble. */
export interface FleetWorstMachine extends Statement, Began {
  readonly kind: "fleet-worst-machine";
  readonly cluster: string;
  readonly namespace: string;
  readonly machine: string;
  readonly word: "unhealthy" | "lost" | "unverified";
  readonly message: string;
}

/** istiod's Pods in `namespace` are not visible, so that nothing verifies a connection. */
export interface ConnectionsNotVerified extends Statement {
  readonly kind: "not-verified";
  readonly namespace: string;
}

/** All trouble began longer ago than `withinMs` milliseconds. */
interface NoNewTrouble extends Statement {
  readonly kind: "no-new-trouble";
  readonly withinMs: number;
}

/** The worst trouble of the fleet, as its headline states it. */
export type FleetTrouble =
  | ServiceWithoutEndpoint
  | IstiodGone
  | LostMachinesSharingTrait
  | FailedMachinesSharingTrait
  | UnverifiedSinceRollout
  | FleetWorstGroup
  | FleetWorstMachine
  | GroupDeleted
  | ConnectionsNotVerified
  | NoNewTrouble;

/** A rollout of istiod with machines that still name an ended replica. */
interface FleetRollout extends Statement {
  readonly kind: "fleet-rollout";
  readonly cluster: string;
  readonly ended: number;
  readonly started: number;
  readonly since: number;
  readonly version: string;
  readonly waiting: number;
}

/**
 * The worst group whose trouble is older than a day. `more`: the number of other such groups. `morePlaces`: the number of namespaces with such
 * machines of no group.
 */
export interface LongRunningTrouble extends Statement {
  readonly kind: "long-running";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly number: number;
  readonly total: number;
  readonly since: number | null;
  readonly isNameUnique: boolean;
  readonly more: number;
  readonly morePlaces: number;
}

/** The history is not recorded since `since`; null = it is switched off. */
export interface HistoryPaused extends Statement {
  readonly kind: "history-paused";
  readonly since: number | null;
}

/** Trouble that the headline leaves out, for a quiet line below it. */
export type QuietTrouble = FleetRollout | LongRunningTrouble | ConnectionsNotVerified | HistoryPaused;

export interface TroubleInput {
  readonly fleet: FleetTroubleFacts;
  readonly worst: WorstGroup | null;
  /** The recorded losses of the fleet; null = not read. */
  readonly losses: LossesInWindow | null;
  /** The recorded losses of the worst group. */
  readonly lostOfWorst: GroupLatestLosses | null;
  /** Services without an endpoint, in the order of `compareEndpointLosses`. */
  readonly services: readonly ServiceWithoutEndpoint[];
  readonly now: number;
  /** Set while the history is not recorded: no statement then has a beginning. Null = it is recorded. */
  readonly historyPaused: HistoryPaused | null;
}

/**
 * Returns the worst trouble of the fleet, by tier (`tiers`); null = no trouble. A cause that separates the machines of several groups comes before the
 * worst group.
 */
export function worstTrouble(input: TroubleInput): FleetTrouble | null {
  const { services, now, historyPaused } = input;
  const [newest] = services;
  const age = newest === undefined ? null : endpointLossAge(newest, now);
  // Without a history no service shows its age.
  const isFirst = (age === "recent" && !isByDeletion(newest, input.worst)) || (age === "unknown" && historyPaused !== null);
  const found = (isFirst ? newest : (troubleOfMachines(input) ?? (age === "unknown" ? newest : null))) ?? null;
  return found === null || historyPaused === null ? found : withoutBeginning(found);
}

/** Returns true if the deletion of a group explains why a service of its namespace lost its last endpoint. The headline is then about the group. */
function isByDeletion(service: ServiceWithoutEndpoint | undefined, worst: WorstGroup | null): boolean {
  if (service === undefined || worst?.deleted === undefined || service.since === null) return false;
  const { cluster, namespace, deleted } = worst;
  return service.cluster === cluster && service.namespace === namespace && isGarbageCollected(deleted.at, service.since);
}

/**
 * Returns the statements of the quiet line below the headline: a rollout, old trouble, and a history that is not recorded. `shown`: the statement of the second
 * line, which the quiet line does not repeat.
 */
export function quietTrouble({ fleet, historyPaused }: Pick<TroubleInput, "fleet" | "historyPaused">, shown: Statement | null): readonly QuietTrouble[] {
  const { rollout, longRunning } = fleet;
  const isLoud = (kind: FleetTrouble["kind"]) => shown?.kind === kind;
  return [
    ...(isLoud("not-verified") ? [] : notVerified(fleet)),
    ...(rollout === null || rollout.waiting === 0 || isLoud("unverified-since-rollout") ? [] : [rolloutStatement(rollout)]),
    ...longRunningStatement(longRunning),
    ...(historyPaused === null ? [] : [historyPaused]),
  ];
}

function troubleOfMachines({ fleet, worst, losses, lostOfWorst }: TroubleInput): FleetTrouble | null {
  const { istiodGone, rollout } = fleet;
  const gone: IstiodGone | null = istiodGone === null ? null : { kind: "istiod-gone", ...istiodGone };
  if (gone !== null && gone.unverified >= weightOfRow(worst)) return gone;
  const [unseen] = notVerified(fleet);
  if (worst === null || fleet.worst === null) {
    if (unseen !== undefined) return unseen;
    return fleet.longRunning.count > 0 ? { kind: "no-new-trouble", withinMs: NEW_TROUBLE_MS } : null;
  }
  if (worst.deleted !== undefined) return groupDeleted(worst, worst.deleted);
  const group = worstGroup(worst, fleet.worst, lostOfWorst);
  const shared = group.lost > 0 ? fleetLost(fleet, losses) : (group.unhealthy ?? 0) > 0 ? fleetFailing(fleet) : null;
  if (shared !== null) return shared;
  const isOfRollout = group.number > 0 && group.number === fleet.worst.unverifiedByRollout;
  if (isOfRollout && rollout !== null && rollout.cluster === group.cluster) {
    return { kind: "unverified-since-rollout", cluster: rollout.cluster, unverified: rollout.unverified, since: rollout.since };
  }
  // If istiod's Pods are not visible, the missing permission explains each unverified machine.
  if (unseen !== undefined && group.number === (group.unverified ?? 0)) return unseen;
  return worstMachine(group, fleet.worst.machine) ?? group;
}

/**
 * Returns number × share of a group's total, which orders trouble inside a tier (`tiers`). All machines of a cluster without istiod are unverified, so
 * that its share is 1.
 */
function weightOfRow(worst: WorstGroup | null): number {
  if (worst === null) return 0;
  const { rollUp, lost, missing } = worst;
  const number = countWithWord(rollUp.counts, "unhealthy") + lost + missing;
  return (number * number) / Math.max(rollUp.fullTotal, 1);
}

function notVerified({ replicas }: FleetTroubleFacts): readonly ConnectionsNotVerified[] {
  return replicas.kind === "denied" ? [{ kind: "not-verified", namespace: replicas.namespace }] : [];
}

function fleetLost({ lost, groupsLosing }: FleetTroubleFacts, losses: LossesInWindow | null): LostMachinesSharingTrait | null {
  if (groupsLosing < 2 || losses === null) return null;
  const traits = losses.traits.map(({ trait, value, lost: troubled, left }) => ({ trait, value, troubled, others: left }));
  const [sharpest] = separatingTraitsOfFleet(traits, losses.total, losses.left);
  if (sharpest === undefined) return null;
  const span = lossSpan(openLosses(losses));
  const known = span.recorded === lost ? span : { recorded: 0, from: null, to: null };
  const { trait, value, count } = sharpest;
  return { kind: "fleet-lost", lost, groups: groupsLosing, ...known, trait, value, sharedBy: count, sharedOf: losses.total };
}

function fleetFailing({ failing: { count, groups, shared } }: FleetTroubleFacts): FailedMachinesSharingTrait | null {
  const [sharpest] = shared;
  if (groups < 2 || sharpest === undefined) return null;
  return { kind: "fleet-failing", failing: count, groups, trait: sharpest.trait, value: sharpest.value, sharedBy: sharpest.count, sharedOf: sharpest.of };
}

function worstGroup(worst: WorstGroup, more: NonNullable<FleetTroubleFacts["worst"]>, lostOfWorst: GroupLatestLosses | null): FleetWorstGroup {
  const { cluster, namespace, name, rollUp, lost, missing, since, sinceAtLeast, rise, message, unreadable } = worst;
  const states = troubleCounts(rollUp.counts);
  const known = troubleTotal(states) + lost + missing;
  const [reconnecting, starting] = known > 0 ? [0, 0] : [countWithWord(rollUp.counts, "reconnecting"), countWithWord(rollUp.counts, "starting")];
  const number = known + (reconnecting > 0 ? reconnecting : starting);
  return {
    kind: "fleet-worst-group",
    ...{ cluster, namespace, group: name, isNameUnique: more.isNameUnique, number, total: rollUp.fullTotal },
    ...states,
    ...{ lost, missing, reconnecting, starting: reconnecting > 0 ? 0 : starting },
    ...{ since, sinceAtLeast, risen: rise.count < number && rise.count > 0 ? rise.count : null, isFirst: false },
    message: (states.unhealthy ?? 0) > 0 ? message : "",
    common: traitsOf(states, lost, more.traits, lostOfWorst),
    unreadable: unreadable !== null,
  };
}

function groupDeleted({ cluster, namespace, name, lost }: WorstGroup, { at, notBefore }: NonNullable<WorstGroup["deleted"]>): GroupDeleted {
  return { kind: "group-deleted", cluster, namespace, group: name, machines: lost, since: at, sinceAtLeast: notBefore !== null };
}

/**
 * Returns the common properties of the group's machines in trouble. `traits` are those of registered machines; those of lost machines are in the
 * history. A group with both has none.
 */
function traitsOf(states: TroubleCounts, lost: number, traits: readonly string[], lostOfWorst: GroupLatestLosses | null): readonly string[] {
  if (lost === 0) return traits;
  if (troubleTotal(states) > 0 || lostOfWorst === null) return [];
  const { zone, replica } = lostOfWorst;
  return [...(zone === null ? [] : [`zone ${zone}`]), ...(replica === null ? [] : [`replica ${replica}`])];
}

function worstMachine(group: FleetWorstGroup, machine: { readonly name: string } | null): FleetWorstMachine | null {
  const { cluster, namespace, message, since, sinceAtLeast } = group;
  const word = (group.unhealthy ?? 0) === 1 ? "unhealthy" : "unverified";
  if (machine === null || group.number !== 1 || group.total < 2 || (group[word] ?? 0) !== 1) return null;
  return { kind: "fleet-worst-machine", cluster, namespace, machine: machine.name, word, message, since, sinceAtLeast };
}

/** Returns the same trouble without its beginning; null if nothing remains. */
function withoutBeginning(trouble: FleetTrouble): FleetTrouble | null {
  switch (trouble.kind) {
    case "no-new-trouble":
      return null;
    case "unverified-since-rollout":
      return trouble;
    case "fleet-lost":
      return { ...trouble, recorded: 0, from: null, to: null };
    case "fleet-failing":
    case "not-verified":
      return trouble;
    case "fleet-worst-group":
      return { ...trouble, since: null, sinceAtLeast: false, risen: null };
    default:
      return { ...trouble, since: null, sinceAtLeast: false };
  }
}

function rolloutStatement({ cluster, ended, started, since, version, waiting }: NonNullable<FleetTroubleFacts["rollout"]>): FleetRollout {
  return { kind: "fleet-rollout", cluster, ended, started, since, version, waiting };
}

function longRunningStatement({ count, places, rows: [worst] }: FleetTroubleFacts["longRunning"]): readonly LongRunningTrouble[] {
  if (worst === undefined) return [];
  const { name, ...values } = worst;
  const isPlace = name === "";
  return [{ kind: "long-running", ...values, group: name, more: count - places - Number(!isPlace), morePlaces: places - Number(isPlace) }];
}
