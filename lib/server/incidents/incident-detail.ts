import type {
  IncidentChange,
  IncidentDetail,
  IncidentGroup,
  IncidentHead,
  IncidentMachine,
  IncidentRow,
  LostMachineTime,
} from "@/lib/contract/views/incidents";
import { istiodCauseAnswer, rollbackCandidate } from "@/lib/domain/incidents/cause";
import { currentBadCondition, type Incident, type IncidentMember, machineMinutesLost } from "@/lib/domain/incidents/incident";
import { isBad, type MachinePopulation, type ObjectChange } from "@/lib/domain/incidents/observation";
import { sharedTraits } from "@/lib/domain/incidents/shared-traits";
import { groupPath, provenCauseOf } from "@/lib/domain/incidents/traits";
import { istiodNamespaceIn } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type ComparedFleet, comparedMachines } from "./compare-machines";

/** The most groups, services and changes that the head names. */
const MOST_NAMED = 50;
const MINUTE_MS = 60_000;
/** After the end of an incident its machines are not compared with those of now. */
const NO_POPULATION: MachinePopulation = { size: () => 0, having: () => 0 };

/** The rights and the numbers from which the page of an incident is computed. */
interface Evidence {
  /** Numbers of the visible machines now; null = they are not those of the incident. */
  readonly population: MachinePopulation | null;
  /** The viewer may read the Pods of istiod in the cluster of the incident. */
  readonly maySeeReplicas: boolean;
  /** The fleet of now, in which the machines of the incident are compared; null = its page shows the past. */
  readonly fleet: (ComparedFleet & Pick<FleetReader, "worldOf">) | null;
}

/** The head of the view "incident", and the machines: those in trouble first, then the first that failed. */
export interface ShownIncident {
  readonly head: IncidentHead;
  readonly machines: readonly IncidentMachine[];
}

/** There is no such incident, or the viewer sees no part of it. */
export const ABSENT_INCIDENT: ShownIncident = { head: { movedTo: null, row: null, detail: null, machines: 0, since: null }, machines: [] };

/** Returns the head of the view "incident" for the visible part of an incident, and its machines. */
export function incidentPage(row: IncidentRow, incident: Incident, evidence: Evidence): ShownIncident {
  const machines = incident.members.map((member) => incidentMachine(member, evidence)).sort(compareMachines);
  return { head: { movedTo: null, row, detail: incidentDetail(incident, evidence), machines: machines.length, since: null }, machines };
}

function incidentDetail(incident: Incident, { population, maySeeReplicas, fleet }: Evidence): IncidentDetail {
  const { members, services, changes, lastChange, openedAt, peak, state, clusters } = incident;
  const groups = groupsOf(members);
  const compared = state === "over" ? null : population;
  return {
    ...{ openedAt, peakAt: peak.at, first: firstFailure(incident), ends: endsOf(members), lost: lostTime(incident) },
    ...{ groups: groups.slice(0, MOST_NAMED), moreGroups: Math.max(0, groups.length - MOST_NAMED) },
    ...{ services: services.slice(0, MOST_NAMED), moreServices: Math.max(0, services.length - MOST_NAMED) },
    traits: sharedTraits(incident, compared),
    ...{ changes: changes.slice(0, MOST_NAMED).map(shownChange), moreChanges: Math.max(0, changes.length - MOST_NAMED) },
    lastChange: lastChange === null ? null : shownChange(lastChange),
    mayRollBack: rollbackCandidate(incident) !== null,
    istiod: maySeeReplicas ? istiodCauseAnswer(incident, compared ?? NO_POPULATION) : null,
    istiodNamespace: maySeeReplicas && fleet !== null ? (istiodNamespaceIn(fleet.worldOf(clusters[0] ?? "")) ?? "") : "",
    compare: state === "over" || fleet === null ? null : comparedMachines(incident, fleet),
    appended: maySeeReplicas ? incident.appended : incident.appended.map(withoutIstiod),
  };
}

/** A change without the groups that it concerns: some of them may be hidden. */
function shownChange({ groups: _groups, ...change }: ObjectChange): IncidentChange {
  return change;
}

function incidentMachine({ machine, spans, joinedAt, message, cause, left }: IncidentMember, { maySeeReplicas }: Evidence): IncidentMachine {
  const { id, cluster, namespace, name, group } = machine;
  const bad = spans.filter(({ condition }) => isBad(condition));
  return {
    ...{ id, cluster, namespace, name, uid: id.slice(cluster.length + 1), group },
    ...{ condition: spans.at(-1)?.condition ?? "waiting", failedAt: bad[0]?.from ?? joinedAt, message, left },
    cause: maySeeReplicas || provenCauseOf(cause) !== "istiod" ? cause : "",
  };
}

function compareMachines(a: IncidentMachine, b: IncidentMachine): number {
  return Number(a.left !== null) - Number(b.left !== null) || a.failedAt - b.failedAt || (a.name < b.name ? -1 : 1);
}

/** The machines by group, the group with the most machines first. */
function groupsOf(members: readonly IncidentMember[]): readonly IncidentGroup[] {
  const groups = new Map<string, Writable<IncidentGroup>>();
  for (const member of members) {
    const { cluster, namespace, group: name } = member.machine;
    const key = [cluster, namespace, name].join("\n");
    const group = groups.get(key) ?? { cluster, namespace, name, machines: 0, failed: 0, lost: 0, unverified: 0, accepted: 0 };
    groups.set(key, group);
    group.machines++;
    const bad = currentBadCondition(member);
    if (bad !== null) group[bad]++;
    if (member.left?.how === "accepted") group.accepted++;
  }
  return [...groups.values()].sort((a, b) => b.machines - a.machines || (groupName(a) < groupName(b) ? -1 : 1));
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

function groupName({ cluster, namespace, name }: IncidentGroup): string {
  return `${cluster}/${groupPath({ namespace, group: name })}`;
}

/** The name of the first machine, or of the first service if it lost its last endpoint before any machine failed. */
function firstFailure({ members, services }: Incident): string {
  const failures = [
    ...members.map(({ machine, spans, joinedAt }) => ({ name: `${machine.namespace}/${machine.name}`, at: spans[0]?.from ?? joinedAt })),
    ...services.map(({ service, lostLastAt }) => ({ name: service.host, at: lostLastAt })),
  ];
  return failures.reduce((first, one) => (one.at < first.at ? one : first), { name: "", at: Number.POSITIVE_INFINITY }).name;
}

function endsOf(members: readonly IncidentMember[]): IncidentDetail["ends"] {
  const ends = new Map<IncidentDetail["ends"][number]["how"], number>();
  for (const { left } of members) if (left !== null) ends.set(left.how, (ends.get(left.how) ?? 0) + 1);
  return [...ends].map(([how, machines]) => ({ how, machines })).sort((a, b) => b.machines - a.machines);
}

/** The lost time up to the last change of a machine, so that it is the same until the next one. */
function lostTime(incident: Incident): LostMachineTime {
  const moments = incident.members.flatMap(({ spans }) => spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
  const asOf = moments.reduce((last, one) => Math.max(last, one), incident.began.at);
  const { least, most } = machineMinutesLost(incident, asOf);
  const bad = incident.members.filter(({ spans }) => spans.some(({ condition, to }) => to === null && isBad(condition))).length;
  return { leastMs: least * MINUTE_MS, mostMs: most * MINUTE_MS, asOf, bad };
}

/** A later line is "NAME CONDITION CAUSE". A cause that the Pods of istiod prove is hidden without the right to them. */
function withoutIstiod({ at, what }: IncidentDetail["appended"][number]): IncidentDetail["appended"][number] {
  const words = what.split(" ");
  return { at, what: words.filter((word) => provenCauseOf(word) !== "istiod").join(" ") };
}
