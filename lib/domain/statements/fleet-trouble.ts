import { isGarbageCollected } from "@/lib/domain/history/loss-cause";
import type { Statement } from "@/lib/domain/statements/statement";
import { type SeparatingTrait, separatingTraitsOfFleet } from "@/lib/domain/verdict/shared-traits";
import { countWithWord } from "@/lib/domain/verdict/state-code";
import { NEW_TROUBLE_MS } from "@/lib/domain/verdict/tiers";
import type { State } from "@/lib/domain/verdict/verdict";
import { type RollUpCounts, type TroubleCounts, troubleCounts, troubleTotal } from "./counts";
import type { GroupLost } from "./group";
import { type LossSpan, lossSpan, openLosses, type RecordedLosses } from "./losses";
import { lossAge, type ServiceWithoutEndpoint } from "./services-without-endpoint";

/** The trouble of the fleet; `FleetHead` has it. Milliseconds. */
export interface TroubledFleet {
  /** `namespace`: of istiod, if its Pods are not visible. */
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly namespace: string };
  /** Lost machines that still count, and the number of their groups. */
  readonly lost: number;
  readonly groupsLosing: number;
  /** Failed machines, the number of their groups, and values that separate them from all others: `count` of the `of` machines with the value failed. */
  readonly failing: { readonly count: number; readonly groups: number; readonly shared: readonly SeparatingTrait[] };
  /**
   * A rollout of istiod with machines that still name an ended replica: `waiting` of them, of which `unverified` had time to reconnect. `version`: of the new
   * replicas, "" = not known. `since`: the first start of these. Null = none.
   */
  readonly rollout: (Omit<FleetRollout, "kind"> & { readonly unverified: number }) | null;
  /** More about the first group in trouble; null = there is none. */
  readonly worst: {
    /** Its only machine in trouble, if it is registered. */
    readonly machine: { readonly name: string; readonly uid: string } | null;
    /** Traits that separate its machines in trouble from the others, the sharpest; two if they separate equally. */
    readonly traits: readonly string[];
    /** No other visible group has its name. */
    readonly isNameUnique: boolean;
    /** Its unverified machines whose replica ended in the rollout. */
    readonly unverifiedByRollout: number;
  } | null;
  /** A cluster in which no replica of istiod runs, while machines name one; null = none. */
  readonly istiodGone: Omit<IstiodGone, "kind"> | null;
  /** The groups, and namespaces (`places`) with machines of no group, whose trouble is older than a day; `rows` has the worst. */
  readonly longRunning: {
    readonly count: number;
    readonly places: number;
    readonly rows: readonly (Omit<LongRunning, "kind" | "group" | "more" | "morePlaces"> & { readonly name: string })[];
  };
}

/** The first group in trouble. `name` is "" for the machines of a namespace that belong to no group. */
interface WorstGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly unreadable: string | null;
  readonly rollUp: Pick<RollUpCounts, "counts" | "fullTotal">;
  readonly lost: number;
  readonly missing: number;
  readonly state: State | null;
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
  readonly rise: { readonly count: number; readonly total: number };
  readonly message: string;
  /** The deletion of a group that is gone, and whose lost machines count. */
  readonly deleted?: { readonly at: number; readonly notBefore: number | null } | undefined;
}

/** The beginning of trouble; null = not known. `sinceAtLeast`: it began at that time or earlier. Milliseconds. */
interface Began {
  readonly since: number | null;
  readonly sinceAtLeast: boolean;
}

/** Lost machines of several groups that share a value. The span is null while the history and the groups differ in their number. */
export interface FleetLost extends Statement, LossSpan {
  readonly kind: "fleet-lost";
  readonly lost: number;
  readonly groups: number;
  readonly trait: string;
  readonly value: string;
  /** `sharedBy` of the `sharedOf` losses within a day have the value. */
  readonly sharedBy: number;
  readonly sharedOf: number;
}

/** Failed machines of several groups that share a value: `sharedBy` of the `sharedOf` machines that have it. */
export interface FleetFailing extends Statement {
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

/** Machines of a group that had time to reconnect after a rollout of istiod, and did not. */
interface UnverifiedSinceRollout extends Statement {
  readonly kind: "unverified-since-rollout";
  readonly cluster: string;
  readonly unverified: number;
  readonly since: number;
}

/** The trouble of the worst group: `number` of its `total` machines. */
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
  /** Machines that reconnect at once, or start. They are counted only without other trouble. */
  readonly reconnecting: number;
  readonly starting: number;
  /** The machines of the latest rise, which began at `since`; null = all of `number`. */
  readonly risen: number | null;
  readonly message: string;
  /** Traits that separate its machines in trouble: "zone a". Two = the cause is one of them. */
  readonly common: readonly string[];
  readonly unreadable: boolean;
}

/** A group that was deleted, with the machines that were lost with it. `sinceAtLeast`: the watch did not see the deletion. */
interface GroupDeleted extends Statement, Began {
  readonly kind: "group-deleted";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  readonly machines: number;
}

/** The only machine of its group in trouble. */
export interface FleetWorstMachine extends Statement, Began {
  readonly kind: "fleet-worst-machine";
  readonly cluster: string;
  readonly namespace: string;
  readonly machine: string;
  readonly word: "unhealthy" | "unverified";
  readonly message: string;
}

/** istiod's Pods in `namespace` are not visible, so that nothing verifies a connection. */
export interface ConnectionsNotVerified extends Statement {
  readonly kind: "not-verified";
  readonly namespace: string;
}

/** All trouble is older than `withinMs`. */
interface NoNewTrouble extends Statement {
  readonly kind: "no-new-trouble";
  readonly withinMs: number;
}

/** The worst trouble of the fleet, as its headline states it. */
export type FleetTrouble =
  | ServiceWithoutEndpoint
  | IstiodGone
  | FleetLost
  | FleetFailing
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

/** The worst group whose trouble is older than a day; `more`: other such groups, and `morePlaces`: namespaces with such machines of no group. */
export interface LongRunning extends Statement {
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

/** The history is not recorded; `since` null = it is off. */
export interface HistoryPaused extends Statement {
  readonly kind: "history-paused";
  readonly since: number | null;
}

/** Trouble that the headline leaves out, for a quiet line below it. */
export type QuietTrouble = FleetRollout | LongRunning | ConnectionsNotVerified | HistoryPaused;

export interface TroubleInput {
  readonly fleet: TroubledFleet;
  readonly worst: WorstGroup | null;
  /** Null = not read. */
  readonly losses: RecordedLosses | null;
  /** The recorded losses of the worst group. */
  readonly lostOfWorst: GroupLost | null;
  /** Services without an endpoint, in the order of `compareLosses`. */
  readonly services: readonly ServiceWithoutEndpoint[];
  readonly now: number;
  /** Null = the history is recorded. While it is not, no statement has a beginning. */
  readonly historyPaused: HistoryPaused | null;
}

/** The worst trouble of the fleet, by tier (`harm`); null = none. A cause that separates the machines of several groups comes before its worst group. */
export function worstTrouble(input: TroubleInput): FleetTrouble | null {
  const { services, now, historyPaused } = input;
  const [newest] = services;
  const age = newest === undefined ? null : lossAge(newest, now);
  // Without a history no service shows its age.
  const isFirst = (age === "recent" && !isByDeletion(newest, input.worst)) || (age === "unknown" && historyPaused !== null);
  const found = (isFirst ? newest : (troubleOfMachines(input) ?? (age === "unknown" ? newest : null))) ?? null;
  return found === null || historyPaused === null ? found : withoutBeginning(found);
}

/** True if the deletion of a group explains why a service of its namespace lost its last endpoint: then the group is the subject. */
function isByDeletion(service: ServiceWithoutEndpoint | undefined, worst: WorstGroup | null): boolean {
  if (service === undefined || worst?.deleted === undefined || service.since === null) return false;
  const { cluster, namespace, deleted } = worst;
  return service.cluster === cluster && service.namespace === namespace && isGarbageCollected(deleted.at, service.since);
}

/** The quiet line: a rollout, old trouble, and a history that is not recorded. */
export function quietTrouble({ fleet, historyPaused }: Pick<TroubleInput, "fleet" | "historyPaused">, worst: FleetTrouble | null): readonly QuietTrouble[] {
  const { rollout, longRunning } = fleet;
  const isLoud = (kind: FleetTrouble["kind"]) => worst?.kind === kind;
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

/** Number × share of a group's total, which orders trouble inside a tier (`harm`). All machines of a cluster without istiod are unverified, so its share is 1. */
function weightOfRow(worst: WorstGroup | null): number {
  if (worst === null) return 0;
  const { rollUp, lost, missing } = worst;
  const number = countWithWord(rollUp.counts, "unhealthy") + lost + missing;
  return (number * number) / Math.max(rollUp.fullTotal, 1);
}

function notVerified({ replicas }: TroubledFleet): readonly ConnectionsNotVerified[] {
  return replicas.kind === "denied" ? [{ kind: "not-verified", namespace: replicas.namespace }] : [];
}

function fleetLost({ lost, groupsLosing }: TroubledFleet, losses: RecordedLosses | null): FleetLost | null {
  if (groupsLosing < 2 || losses === null) return null;
  const traits = losses.traits.map(({ trait, value, lost: troubled, left }) => ({ trait, value, troubled, others: left }));
  const [sharpest] = separatingTraitsOfFleet(traits, losses.total, losses.left);
  if (sharpest === undefined) return null;
  const span = lossSpan(openLosses(losses));
  const known = span.recorded === lost ? span : { recorded: 0, from: null, to: null };
  const { trait, value, count } = sharpest;
  return { kind: "fleet-lost", lost, groups: groupsLosing, ...known, trait, value, sharedBy: count, sharedOf: losses.total };
}

function fleetFailing({ failing: { count, groups, shared } }: TroubledFleet): FleetFailing | null {
  const [sharpest] = shared;
  if (groups < 2 || sharpest === undefined) return null;
  return { kind: "fleet-failing", failing: count, groups, trait: sharpest.trait, value: sharpest.value, sharedBy: sharpest.count, sharedOf: sharpest.of };
}

function worstGroup(worst: WorstGroup, more: NonNullable<TroubledFleet["worst"]>, lostOfWorst: GroupLost | null): FleetWorstGroup {
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
    ...{ since, sinceAtLeast, risen: rise.count < number && rise.count > 0 ? rise.count : null },
    message: (states.unhealthy ?? 0) > 0 ? message : "",
    common: traitsOf(states, lost, more.traits, lostOfWorst),
    unreadable: unreadable !== null,
  };
}

function groupDeleted({ cluster, namespace, name, lost }: WorstGroup, { at, notBefore }: NonNullable<WorstGroup["deleted"]>): GroupDeleted {
  return { kind: "group-deleted", cluster, namespace, group: name, machines: lost, since: at, sinceAtLeast: notBefore !== null };
}

/** Traits hold for registered machines; those of lost machines are in the history. A group with both has none. */
function traitsOf(states: TroubleCounts, lost: number, traits: readonly string[], lostOfWorst: GroupLost | null): readonly string[] {
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

/** The same fact without its beginning. */
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

function rolloutStatement({ cluster, ended, started, since, version, waiting }: NonNullable<TroubledFleet["rollout"]>): FleetRollout {
  return { kind: "fleet-rollout", cluster, ended, started, since, version, waiting };
}

function longRunningStatement({ count, places, rows: [worst] }: TroubledFleet["longRunning"]): readonly LongRunning[] {
  if (worst === undefined) return [];
  const { name, ...values } = worst;
  const isPlace = name === "";
  return [{ kind: "long-running", ...values, group: name, more: count - places - Number(!isPlace), morePlaces: places - Number(isPlace) }];
}
