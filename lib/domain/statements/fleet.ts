import { sharedAcross } from "@/lib/domain/fleet-common";
import type { Tone } from "@/lib/domain/freshness";
import { countIn } from "@/lib/domain/state-code";
import type { Statement } from "@/lib/domain/statement";
import type { GroupLost } from "./group";
import { type LossSpan, lossSpan, openLosses, type RecordedLosses } from "./losses";
import { type CountedMachines, type Serving, servingValues } from "./serving";
import { type TroubleCounts, troubleCounts } from "./trouble";

/** The counts of the whole fleet; `FleetHead` has them all. */
export interface CountedFleet {
  readonly rollUp: CountedMachines;
  readonly groups: number;
  readonly groupsInTrouble: number;
  /** Of these, groups with no other trouble than unverified or reconnecting machines. */
  readonly groupsInDoubt: number;
  readonly groupsWithoutExpected: number;
  readonly groupsLearned: number;
  readonly groupsArriving: number;
  readonly namespaces: number;
  readonly connections: number;
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number };
  /** Lost machines that still count, and the number of their groups. */
  readonly lost: number;
  readonly groupsLosing: number;
  readonly failing: {
    readonly count: number;
    readonly groups: number;
    readonly shared: readonly { readonly trait: string; readonly value: string; readonly count: number }[];
  };
  readonly rollout: { readonly went: number; readonly came: number; readonly since: number } | null;
}

/** The group with the worst trouble. `name` is "" for the machines of a namespace that belong to no group. */
export interface WorstGroup {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly rollUp: Pick<CountedMachines, "counts" | "total" | "fullTotal">;
  readonly common: readonly string[];
}

export interface FleetServing extends Serving {
  readonly kind: "fleet-serving";
}

/** The first statement of the fleet: its total is the sum of all groups and of the entries in no group. */
export function fleetServing({ rollUp }: Pick<CountedFleet, "rollUp">): FleetServing {
  return { kind: "fleet-serving", ...servingValues(rollUp) };
}

/** No group and no entry is visible; `filtered` = in the chosen clusters and namespaces. */
export interface FleetEmpty extends Statement {
  readonly kind: "fleet-empty";
  readonly filtered: boolean;
}

export function fleetEmpty(filtered: boolean): FleetEmpty {
  return { kind: "fleet-empty", filtered };
}

/** Lost machines of several groups. The span is null while the recorded losses differ from those that the groups miss. */
export interface FleetLost extends Statement, LossSpan {
  readonly kind: "fleet-lost";
  readonly lost: number;
  readonly groups: number;
  /** A trait and its value that `sharedBy` of the `sharedOf` recorded losses have; null = they share none. */
  readonly trait: string | null;
  readonly value: string | null;
  readonly sharedBy: number | null;
  readonly sharedOf: number | null;
}

/** Failing machines of several groups: `counts` of them have the value of `traits` at the same index ("zone a"). */
export interface FleetFailing extends Statement {
  readonly kind: "fleet-failing";
  readonly failing: number;
  readonly groups: number;
  readonly traits: readonly string[];
  readonly counts: readonly number[];
}

/** A rollout of istiod with machines that have not reconnected. */
export interface FleetRollout extends Statement {
  readonly kind: "fleet-rollout";
  readonly replicasGone: number;
  readonly replicasStarted: number;
  readonly since: number;
  readonly unverified: number;
  readonly reconnecting: number;
}

/** The trouble of the worst group. `missing`: machines of its total that are not registered. */
export interface FleetWorstGroup extends Statement, TroubleCounts {
  readonly kind: "fleet-worst-group";
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
  /** Traits that all of its machines in trouble share: "zone a". */
  readonly common: readonly string[];
  readonly missing: number;
}

export type FleetTrouble = FleetLost | FleetFailing | FleetRollout | FleetWorstGroup | GroupLost;

/** The trouble of the fleet: what several groups share, and a rollout; else the worst group. `losses` null = not known yet. */
export function fleetTrouble(fleet: CountedFleet, worst: WorstGroup | null, losses: RecordedLosses | null): readonly FleetTrouble[] {
  const common = commonTrouble(fleet, losses);
  return common.length > 0 || worst === null ? common : worstGroup(worst);
}

type CommonInput = Pick<CountedFleet, "lost" | "groupsLosing" | "failing" | "rollout"> & { readonly rollUp: Pick<CountedMachines, "counts"> };

/** The trouble that several groups share, and a rollout of istiod. */
export function commonTrouble(fleet: CommonInput, losses: RecordedLosses | null): readonly FleetTrouble[] {
  const lost = fleetLost(fleet, losses);
  return [...(lost.length > 0 ? lost : fleetFailing(fleet)), ...fleetRollout(fleet)];
}

function fleetLost({ lost, groupsLosing }: CommonInput, losses: RecordedLosses | null): readonly FleetLost[] {
  if (groupsLosing < 2) return [];
  const span = lossSpan(losses === null ? [] : openLosses(losses));
  const known = span.recorded === lost ? span : { recorded: 0, from: null, to: null };
  return [{ kind: "fleet-lost", lost, groups: groupsLosing, ...known, ...sharedByLost(losses) }];
}

function sharedByLost(losses: RecordedLosses | null): Pick<FleetLost, "trait" | "value" | "sharedBy" | "sharedOf"> {
  const traits = (losses?.traits ?? []).map(({ trait, value, lost, left }) => ({ trait, value, troubled: lost, others: left }));
  const [most] = losses === null ? [] : sharedAcross(traits, losses.total, losses.left);
  return {
    trait: most?.trait ?? null,
    value: most?.value ?? null,
    sharedBy: most?.count ?? null,
    sharedOf: most === undefined ? null : (losses?.total ?? null),
  };
}

function fleetFailing({ failing: { count, groups, shared } }: CommonInput): readonly FleetFailing[] {
  if (groups < 2 || shared.length === 0) return [];
  const traits = shared.map(({ trait, value }) => `${trait} ${value}`);
  return [{ kind: "fleet-failing", failing: count, groups, traits, counts: shared.map((one) => one.count) }];
}

function fleetRollout({ rollout, rollUp: { counts } }: CommonInput): readonly FleetRollout[] {
  const [unverified, reconnecting] = [countIn(counts, "unverified"), countIn(counts, "reconnecting")];
  if (rollout === null || unverified + reconnecting === 0) return [];
  const { went, came, since } = rollout;
  return [{ kind: "fleet-rollout", replicasGone: went, replicasStarted: came, since, unverified, reconnecting }];
}

function worstGroup({ cluster, namespace, name, rollUp: { counts, total, fullTotal }, common }: WorstGroup): readonly FleetWorstGroup[] {
  const states = troubleCounts(counts);
  const missing = fullTotal - total;
  const isWell = missing === 0 && Object.keys(states).length === 0;
  return isWell ? [] : [{ kind: "fleet-worst-group", cluster, namespace, group: name, ...states, common, missing }];
}

interface FleetSize extends Statement {
  readonly kind: "fleet-size";
  readonly groups: number;
  readonly namespaces: number;
  readonly tone: null;
}

/** `replicas` null = the istiod replicas are not visible. */
interface IstiodConnections extends Statement {
  readonly kind: "istiod-connections";
  readonly replicas: number | null;
  readonly connections: number;
  readonly tone: Tone | null;
}

interface ExpectedSizes extends Statement {
  readonly kind: "expected-sizes";
  readonly declared: number;
  readonly learned: number;
  readonly tone: null;
}

/** Groups without an expected size, of `groups`. */
interface GroupsWithoutExpected extends Statement {
  readonly kind: "groups-without-expected";
  readonly count: number;
  readonly groups: number;
  readonly tone: null;
}

interface FleetCount extends Statement {
  readonly kind: "groups-in-trouble" | "groups-unverified" | "groups-arriving" | "machines-unverified" | "machines-reconnecting";
  readonly count: number;
  readonly tone: Tone | null;
}

export type FleetLine = FleetSize | IstiodConnections | ExpectedSizes | GroupsWithoutExpected | FleetCount;

/** The second line of the fleet. Parts that come and go are last, so that the others keep their place. */
export function fleetLine(fleet: CountedFleet): readonly FleetLine[] {
  const { rollUp, groups, namespaces, connections, replicas, groupsInTrouble, groupsInDoubt } = fleet;
  const isHidden = replicas.kind === "denied";
  return [
    { kind: "fleet-size", groups, namespaces, tone: null },
    { kind: "istiod-connections", replicas: isHidden ? null : replicas.running, connections, tone: isHidden ? "blind" : null },
    ...expectedSizes(fleet),
    ...counted("groups-in-trouble", groupsInTrouble - groupsInDoubt, "bad"),
    ...counted("groups-unverified", groupsInDoubt, "blind"),
    ...counted("groups-arriving", fleet.groupsArriving, null),
    ...counted("machines-unverified", rollUp.doubted, "blind"),
    ...counted("machines-reconnecting", countIn(rollUp.counts, "reconnecting"), null),
  ];
}

/** Groups with no other trouble than unverified or reconnecting machines. Empty if there are none. */
export function groupsUnverified({ groupsInDoubt }: Pick<CountedFleet, "groupsInDoubt">): readonly FleetCount[] {
  return counted("groups-unverified", groupsInDoubt, "blind");
}

function counted(kind: FleetCount["kind"], count: number, tone: Tone | null): readonly FleetCount[] {
  return count > 0 ? [{ kind, count, tone }] : [];
}

function expectedSizes({ rollUp, groups, groupsWithoutExpected, groupsLearned }: CountedFleet): readonly FleetLine[] {
  const declared = groups - groupsWithoutExpected - groupsLearned;
  return [
    ...(rollUp.expected !== null ? [{ kind: "expected-sizes", declared, learned: groupsLearned, tone: null } as const] : []),
    ...(groupsWithoutExpected > 0 ? [{ kind: "groups-without-expected", count: groupsWithoutExpected, groups, tone: null } as const] : []),
  ];
}

/** None of the groups is in trouble. */
interface NoGroupInTrouble extends Statement {
  readonly kind: "no-group-in-trouble";
  readonly groups: number;
}

export function noGroupInTrouble(groups: number): NoGroupInTrouble {
  return { kind: "no-group-in-trouble", groups };
}
