import { currentBadCondition, type Incident, type IncidentCause, type IncidentMember, type LostService } from "@/lib/domain/incidents/incident";
import type { ServiceId, TraitName } from "@/lib/domain/incidents/observation";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import type { Statement } from "@/lib/domain/statements/statement";
import { SUDDEN_WITHIN_MS } from "@/lib/domain/verdict/tiers";
import type { Began, FleetTrouble, FleetWorstGroup, FleetWorstMachine, GroupDeleted, IstiodGone, UnverifiedSinceRollout } from "./fleet-trouble";
import type { ServiceWithoutEndpoint } from "./services-without-endpoint";

/** The incidents in the headline of the fleet. Long-running and planned ones are not part of it. */
export interface FleetIncidents {
  /** The worst open incident; without an open one, the worst recovering one. Null = neither. */
  readonly worst: IncidentTrouble | null;
  /** True if a service lost its last endpoint in the worst incident within 24 h. */
  readonly isTier1: boolean;
  /** The number of the other open and recovering incidents. */
  readonly more: number;
  /** The end of the incident that ended last, in milliseconds; null = none is known. */
  readonly lastEndedAt: number | null;
  /** The moment from which all incidents are known. Milliseconds. */
  readonly knownSince: number;
}

/** The machines of several groups in one incident. */
export interface IncidentOfGroups extends Statement, Began {
  readonly kind: "incident-of-groups";
  readonly cluster: string;
  readonly cause: IncidentCause["kind"];
  /** The traits that separate the machines, each with its value. Two = one of them is the cause. */
  readonly traits: readonly TraitName[];
  readonly values: readonly string[];
  /** The number of groups; 0 = the machines belong to no group. */
  readonly groups: number;
  readonly failed: number;
  readonly lost: number;
  readonly unverified: number;
  /** True if `since` is the beginning of the first machine, and others followed later than two minutes after it. */
  readonly isFirst: boolean;
  readonly message: string;
  /** The group with the largest number × share: `worstNumber` of its `worstTotal` machines are in trouble. */
  readonly worstNamespace: string;
  readonly worstGroup: string;
  readonly worstNumber: number;
  /** Null = not known. */
  readonly worstTotal: number | null;
  readonly isWorstNameUnique: boolean;
}

/** A namespace that was deleted with its groups. */
export interface NamespaceDeleted extends Statement, Began {
  readonly kind: "namespace-deleted";
  readonly cluster: string;
  readonly namespace: string;
  readonly machines: number;
}

/** An incident whose machines return: `back` of its `machines` are serving or replaced. Without machines its service has an endpoint again. */
export interface IncidentRecovering extends Statement {
  readonly kind: "incident-recovering";
  readonly cluster: string;
  readonly back: number;
  readonly machines: number;
  /** The trait that separates the machines of several groups; "" = none does. */
  readonly trait: string;
  readonly value: string;
  /** The only group of the machines. */
  readonly namespace: string;
  readonly group: string;
  readonly isNameUnique: boolean;
  readonly groups: number;
  /** The only machine as "NAMESPACE/NAME", or "". */
  readonly machine: string;
  /** The first service of an incident without machines, as "NAME.NAMESPACE", or "". `services`: the number of its services. */
  readonly service: string;
  readonly services: number;
}

/** All machines serve, and the last incident ended at `at`, in milliseconds. */
export interface LastIncidentEnded extends Statement {
  readonly kind: "last-incident-ended";
  readonly at: number;
}

/** All machines serve, and no incident was recorded since `since`, the moment from which all are known. Milliseconds. */
export interface NoIncident extends Statement {
  readonly kind: "no-incident";
  readonly since: number;
}

type TroubleOfIncident =
  | ServiceWithoutEndpoint
  | IstiodGone
  | UnverifiedSinceRollout
  | GroupDeleted
  | NamespaceDeleted
  | FleetWorstMachine
  | FleetWorstGroup
  | IncidentOfGroups
  | IncidentRecovering;

/**
 * The statement about an incident in the headline. `incident`: its key. `withoutEndpoint`: the number of services that lost their last endpoint in it, besides
 * its subject; `firstWithoutEndpoint`: the first of them as "NAME.NAMESPACE", or "".
 */
export type IncidentTrouble = TroubleOfIncident & { readonly incident: string; readonly withoutEndpoint: number; readonly firstWithoutEndpoint: string };

/** The number of further open and recovering incidents. */
export interface MoreIncidents extends Statement {
  readonly kind: "more-incidents";
  readonly number: number;
}

/** Line 2 of the headline. */
export interface IncidentLine {
  readonly trouble: FleetTrouble | IncidentTrouble | LastIncidentEnded | NoIncident;
  readonly more: MoreIncidents;
}

/**
 * Returns line 2 of a headline whose incidents are known. `trouble`: the worst trouble without incidents. It
 * comes before the worst incident in two cases: a service lost its last endpoint outside of that incident, or all machines of that incident are back.
 */
export function incidentLine(trouble: FleetTrouble | null, { worst, isTier1, more, lastEndedAt, knownSince }: FleetIncidents): IncidentLine {
  if (worst === null) {
    const none: NoIncident = { kind: "no-incident", since: knownSince };
    const ended: LastIncidentEnded | null = lastEndedAt === null ? null : { kind: "last-incident-ended", at: lastEndedAt };
    return { trouble: trouble ?? ended ?? none, more: { kind: "more-incidents", number: 0 } };
  }
  const isBack = worst.kind === "incident-recovering" && worst.back === worst.machines && trouble !== null && trouble.kind !== "no-new-trouble";
  const isServiceFirst = trouble?.kind === "service-without-endpoint" && trouble.since !== null && !isTier1;
  if (isBack || isServiceFirst) return { trouble, more: { kind: "more-incidents", number: more + 1 } };
  return { trouble: worst, more: { kind: "more-incidents", number: more } };
}

/** The machines of an incident in one group. `bad`: those that are failed, lost or unverified. */
interface MachinesOfGroup {
  readonly namespace: string;
  readonly name: string;
  readonly bad: number;
}

/** Counts of the machines of an incident, which cost its size. */
export interface CountedMachines {
  readonly groups: readonly MachinesOfGroup[];
  /** The machines that are failed, lost or unverified. */
  readonly bad: readonly IncidentMember[];
  /** The number of machines that are serving again, or replaced. */
  readonly back: number;
  /** True if a machine that is bad now became so more than two minutes after the first failure. */
  readonly isFirst: boolean;
}

/** Counts the machines of an incident for its statement. */
export function countMachines({ members, began }: Pick<Incident, "members" | "began">): CountedMachines {
  const groups = new Map<string, { readonly namespace: string; readonly name: string; bad: number }>();
  const bad = members.filter((member) => currentBadCondition(member) !== null);
  const groupOf = ({ machine: { namespace, group: name } }: IncidentMember) => {
    const key = `${namespace}/${name}`;
    const known = groups.get(key) ?? { namespace, name, bad: 0 };
    groups.set(key, known);
    return known;
  };
  for (const member of members) groupOf(member);
  for (const member of bad) groupOf(member).bad++;
  const isLate = ({ spans }: IncidentMember) => (spans.at(-1)?.from ?? 0) - began.at > SUDDEN_WITHIN_MS;
  return { groups: [...groups.values()], bad, back: members.filter(isBack).length, isFirst: bad.some(isLate) };
}

/** A loss that was accepted, or that no longer counts, is over, but the machine is not back. */
function isBack({ left }: IncidentMember): boolean {
  return left?.how === "serving" || left?.how === "replaced";
}

/** The visible part of an incident. `foundAtStart`: a start of Stolos found it, so that it began earlier. */
interface ShownIncident {
  readonly key: string;
  readonly title: IncidentTitle;
  readonly foundAtStart: boolean;
  readonly machines: CountedMachines;
  readonly services: Incident["services"];
}

/** The facts about groups, and about a rollout, that the statement of an incident needs. A name of "" = the machines of a namespace that belong to no group. */
interface GroupsOfIncident {
  /** Returns the total that all pages show for a group; null = the group is not visible. */
  total(namespace: string, name: string): number | null;
  isNameUnique(name: string): boolean;
  /** Returns the loss of a service's last endpoint as all pages show it; null = it is not known. `since` in milliseconds. */
  endpointLoss(service: ServiceId): { readonly since: number; readonly atLeast: boolean } | null;
  /** Returns the traits that separate these machines of a group from its others, such as "zone a". */
  traits(namespace: string, name: string, members: readonly IncidentMember[]): readonly string[];
  /** The unverified machines of a rollout of istiod in the same cluster; null = there is no rollout. */
  readonly rollout: { readonly unverified: number; readonly since: number } | null;
}

/** Returns the statement about an open or recovering incident. Its numbers are those of its title. */
export function incidentTrouble(shown: ShownIncident, groups: GroupsOfIncident): IncidentTrouble {
  const statement = shown.title.state === "recovering" ? recovering(shown, groups) : (knownCause(shown, groups) ?? machinesOf(shown, groups));
  const isOfService = statement.kind === "service-without-endpoint" || statement.kind === "incident-recovering";
  const lost = isOfService ? [] : shown.services.filter(({ backAt }) => backAt === null);
  return { ...statement, incident: shown.key, withoutEndpoint: lost.length, firstWithoutEndpoint: serviceName(lost[0]) };
}

function serviceName(lost: LostService | undefined): string {
  return lost === undefined ? "" : `${lost.service.name}.${lost.service.namespace}`;
}

function recovering({ title, machines: { groups: own, back }, services }: ShownIncident, groups: GroupsOfIncident): IncidentRecovering {
  const [only, ...others] = own;
  const isOne = only !== undefined && others.length === 0;
  const isSeparated = others.length > 0 && title.traits.length === 1;
  const [service] = title.machines === 0 ? services : [];
  return {
    ...{ kind: "incident-recovering", cluster: title.cluster, back, machines: title.machines, groups: title.groups.length + title.moreGroups },
    ...{ trait: isSeparated ? (title.traits[0] ?? "") : "", value: isSeparated ? (title.values[0] ?? "") : "" },
    ...{ namespace: isOne ? only.namespace : "", group: isOne ? only.name : "", isNameUnique: isOne && groups.isNameUnique(only.name) },
    machine: title.machine ?? "",
    ...{ service: serviceName(service), services: services.length },
  };
}

/** Returns the statement of a cause that has one of its own; null = the incident is about machines. */
function knownCause(
  { title, foundAtStart, machines: { groups }, services }: ShownIncident,
  { rollout, endpointLoss }: GroupsOfIncident,
): TroubleOfIncident | null {
  const { cluster, cause, failed, lost, unverified } = title;
  const began = beganAt(title, foundAtStart);
  if (cause === "service-without-endpoint") return lostService(services, endpointLoss);
  if (cause === "istiod-gone") return { kind: "istiod-gone", cluster, unverified, ...began };
  if (failed + lost === 0 && rollout?.unverified === unverified) return { kind: "unverified-since-rollout", cluster, unverified, since: rollout.since };
  const [first, ...others] = groups;
  if (first === undefined) return null;
  const { namespace, name: group } = first;
  if (cause === "namespace-deleted") return { kind: "namespace-deleted", cluster, namespace, machines: lost, ...began };
  if (cause !== "group-deleted" || others.length > 0) return null;
  return { kind: "group-deleted", cluster, namespace, group, machines: lost, ...began };
}

/** A restart finds the loss again, so the history knows its moment better than the incident. */
function lostService(services: Incident["services"], lossOf: GroupsOfIncident["endpointLoss"]): ServiceWithoutEndpoint | null {
  const [newest] = services.filter(({ backAt }) => backAt === null).sort((a, b) => b.lostLastAt - a.lostLastAt);
  if (newest === undefined) return null;
  const { cluster, namespace, name, kind, host } = newest.service;
  const { since, atLeast } = lossOf(newest.service) ?? { since: newest.lostLastAt, atLeast: false };
  return { kind: "service-without-endpoint", cluster, namespace, service: name, object: kind, host, since, sinceAtLeast: atLeast };
}

function machinesOf(shown: ShownIncident, groups: GroupsOfIncident): FleetWorstMachine | FleetWorstGroup | IncidentOfGroups {
  const { title, foundAtStart, machines } = shown;
  const [only, ...others] = machines.groups;
  if (only === undefined || others.length > 0) return ofGroups(shown, groups);
  const { namespace, name } = only;
  const { cluster, failed, lost, unverified } = title;
  const began = beganAt(title, foundAtStart);
  const message = failed > 0 ? title.message : "";
  const total = groups.total(namespace, name) ?? title.groupSize ?? title.machines;
  const [bad] = machines.bad;
  if (title.machines === 1 && total > 1 && bad !== undefined) {
    const word = failed > 0 ? "unhealthy" : lost > 0 ? "lost" : "unverified";
    return { kind: "fleet-worst-machine", cluster, namespace, machine: bad.machine.name, word, message, ...began };
  }
  return {
    kind: "fleet-worst-group",
    ...{ cluster, namespace, group: name, isNameUnique: groups.isNameUnique(name), number: failed + lost + unverified, total },
    ...{ unhealthy: failed, unverified, lost, missing: 0, reconnecting: 0, starting: 0, ...began, risen: null, isFirst: machines.isFirst },
    ...{ message, common: groups.traits(namespace, name, machines.bad), unreadable: false },
  };
}

function ofGroups({ title, foundAtStart, machines: { groups: own, isFirst } }: ShownIncident, groups: GroupsOfIncident): IncidentOfGroups {
  const { cluster, cause, traits, values, failed, lost, unverified, message } = title;
  const share = ({ bad, total }: { readonly bad: number; readonly total: number | null }) => (bad * bad) / Math.max(total ?? bad, 1);
  const sized = own.map((group) => ({ ...group, total: groups.total(group.namespace, group.name) }));
  const [worst] = sized.sort((a, b) => share(b) - share(a) || b.bad - a.bad);
  return {
    kind: "incident-of-groups",
    ...{ cluster, cause, traits, values, groups: title.groups.length + title.moreGroups, failed, lost, unverified, ...beganAt(title, foundAtStart), isFirst },
    message: failed > 0 ? message : "",
    ...{ worstNamespace: worst?.namespace ?? "", worstGroup: worst?.name ?? "", worstNumber: worst?.bad ?? 0, worstTotal: worst?.total ?? null },
    isWorstNameUnique: worst !== undefined && groups.isNameUnique(worst.name),
  };
}

function beganAt({ since, notBefore }: IncidentTitle, foundAtStart: boolean): Began {
  return { since, sinceAtLeast: foundAtStart || notBefore !== null };
}
