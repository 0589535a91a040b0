import type { Statement } from "@/lib/domain/statements/statement";
import type { Tone } from "@/lib/domain/verdict/freshness";
import { countWithState } from "@/lib/domain/verdict/state-code";
import { type RollUpMachineCounts, type ServingStatement, servingValues } from "./counts";

/** The numbers of the whole fleet: the fields of `FleetHead` that its statements use. */
export interface CountedFleet {
  /** The roll-up of all machines. `accepted`: the number of accepted losses that lower expected sizes; undefined = none. */
  readonly rollUp: RollUpMachineCounts & { readonly accepted?: number | undefined };
  readonly groups: number;
  /** The number of groups, and of namespaces with machines of no group, whose trouble is not older than a day. */
  readonly groupsInTrouble: number;
  /** The number of the namespaces in `groupsInTrouble`. */
  readonly placesInTrouble: number;
  readonly failing: { readonly count: number };
  /** The number of lost machines. `missing`: the number of missing ones. */
  readonly lost: number;
  readonly missing: number;
  readonly groupsWithoutExpected: number;
  readonly groupsLearned: number;
  readonly groupsArriving: number;
  readonly namespaces: number;
  readonly connections: number;
  /** The running replicas of istiod. `namespace`: the namespace of istiod, if its Pods are not visible. */
  readonly replicas: { readonly kind: "known" | "assumed" | "denied"; readonly running: number; readonly namespace: string };
  /** The readiness of istiod; null = its Pods are not visible. */
  readonly istiod: IstiodReadiness | null;
}

/** The visible Pods of istiod that are not being deleted. */
export interface IstiodReadiness {
  readonly pods: number;
  readonly ready: number;
  /** The number of running Pods without a condition Ready. */
  readonly notKnown: number;
  /** The versions of istiod in the revisions of these Pods, the oldest first. Empty = not known. */
  readonly versions: readonly string[];
}

/** Serving machines of the whole fleet, of its total. */
export interface FleetServing extends ServingStatement {
  readonly kind: "fleet-serving";
}

/** Returns the first statement of the fleet. Its total is the sum of all groups and of the entries in no group. */
export function fleetServing({ rollUp }: Pick<CountedFleet, "rollUp">): FleetServing {
  return { kind: "fleet-serving", ...servingValues(rollUp) };
}

/** The first statement of the fleet if istiod's Pods are not visible: a connection then proves nothing. `namespace`: the namespace of these Pods. */
export interface FleetRegistered extends Statement {
  readonly kind: "fleet-registered";
  readonly registered: number;
  /** The number of machines that istiod may send to callers. */
  readonly serving: number;
  readonly total: number;
  readonly namespace: string;
}

/** Returns the statement about the total of the fleet: serving machines, or registered ones if nothing verifies them. */
export function fleetTotal({ rollUp, replicas }: Pick<CountedFleet, "rollUp" | "replicas">): FleetServing | FleetRegistered {
  if (replicas.kind !== "denied") return fleetServing({ rollUp });
  const { registered, serving, total } = servingValues(rollUp);
  return { kind: "fleet-registered", registered, serving, total, namespace: replicas.namespace };
}

/** No group and no entry is visible. `filtered`: in the chosen clusters and namespaces. */
export interface FleetEmpty extends Statement {
  readonly kind: "fleet-empty";
  readonly filtered: boolean;
}

/** States that no group and no entry is visible. */
export function fleetEmpty(filtered: boolean): FleetEmpty {
  return { kind: "fleet-empty", filtered };
}

interface FleetSize extends Statement {
  readonly kind: "fleet-size";
  readonly groups: number;
  readonly namespaces: number;
  readonly tone: null;
}

/** The connections of machines, and the running replicas of istiod with the readiness of its Pods; `replicas` null = they are not visible. */
interface IstiodConnections extends Statement, Partial<IstiodReadiness> {
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

/** The number of groups without an expected size, of `groups` groups. */
interface GroupsWithoutExpected extends Statement {
  readonly kind: "groups-without-expected";
  readonly count: number;
  readonly groups: number;
  readonly tone: null;
}

interface FleetCount extends Statement {
  readonly kind: "accepted-losses" | "groups-arriving" | "machines-unverified" | "machines-reconnecting";
  readonly count: number;
  readonly tone: Tone | null;
}

/** The number of groups in trouble, and of namespaces with machines of no group in trouble (`places`). */
export interface GroupsInTrouble extends Statement {
  readonly kind: "groups-in-trouble";
  readonly count: number;
  readonly places: number;
  readonly tone: Tone | null;
}

/** A part of the second line of the fleet. */
export type FleetLinePart = FleetSize | IstiodConnections | ExpectedSizes | GroupsWithoutExpected | GroupsInTrouble | FleetCount;

/** Returns the parts of the fleet's second line. Temporary parts are last, so that the others keep their position. */
export function fleetLine(fleet: CountedFleet): readonly FleetLinePart[] {
  const { rollUp, groups, namespaces, connections } = fleet;
  return [
    { kind: "fleet-size", groups, namespaces, tone: null },
    istiodConnections(fleet, connections),
    ...expectedSizes(fleet),
    ...acceptedLosses(fleet),
    ...groupsInTrouble(fleet),
    ...counted("groups-arriving", fleet.groupsArriving, null),
    ...counted("machines-unverified", rollUp.doubted, "blind"),
    ...counted("machines-reconnecting", countWithState(rollUp.counts, "reconnecting"), null),
  ];
}

function istiodConnections({ replicas, istiod }: Pick<CountedFleet, "replicas" | "istiod">, connections: number): IstiodConnections {
  if (replicas.kind === "denied" || istiod === null) return { kind: "istiod-connections", replicas: null, connections, tone: "blind" };
  return { kind: "istiod-connections", replicas: replicas.running, connections, ...istiod, tone: istiod.notKnown > 0 ? "blind" : null };
}

const QUIET_KINDS: ReadonlySet<FleetLinePart["kind"]> = new Set(["istiod-connections", "accepted-losses", "groups-arriving"]);

/** Returns the parts of the line below the headline of Fleet. The counts and sections below it have the other numbers of `fleetLine`. */
export function fleetQuietLine(fleet: CountedFleet): readonly FleetLinePart[] {
  return fleetLine(fleet).filter(({ kind }) => QUIET_KINDS.has(kind));
}

/** Returns the number of losses that users accepted, by which the total is smaller. Empty if there are none. */
export function acceptedLosses({ rollUp }: Pick<CountedFleet, "rollUp">): readonly FleetCount[] {
  return counted("accepted-losses", rollUp.accepted ?? 0, null);
}

/** Returns the number of groups and namespaces in trouble. Empty if there are none. */
export function groupsInTrouble(fleet: TroubleRows): readonly GroupsInTrouble[] {
  const { groupsInTrouble: rows, placesInTrouble: places, failing, lost, missing } = fleet;
  const isOnlyInDoubt = failing.count + lost + missing === 0;
  return rows === 0 ? [] : [{ kind: "groups-in-trouble", count: rows - places, places, tone: isOnlyInDoubt ? "blind" : "bad" }];
}

type TroubleRows = Pick<CountedFleet, "groupsInTrouble" | "placesInTrouble" | "failing" | "lost" | "missing">;

function counted(kind: FleetCount["kind"], count: number, tone: Tone | null): readonly FleetCount[] {
  return count > 0 ? [{ kind, count, tone }] : [];
}

function expectedSizes({ rollUp, groups, groupsWithoutExpected, groupsLearned }: CountedFleet): readonly FleetLinePart[] {
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

/** States that none of the visible groups is in trouble. */
export function noGroupInTrouble(groups: number): NoGroupInTrouble {
  return { kind: "no-group-in-trouble", groups };
}

/** The number of groups without any trouble, of all visible groups. */
export interface GroupsUntroubled extends Statement {
  readonly kind: "groups-untroubled";
  readonly count: number;
  readonly groups: number;
}

/** States the number of groups without any trouble. */
export function groupsUntroubled(fleet: { readonly groups: number; readonly groupsUntroubled: number }): GroupsUntroubled {
  return { kind: "groups-untroubled", count: fleet.groupsUntroubled, groups: fleet.groups };
}
