import { causeOfMembers } from "./cause";
import { currentBadCondition, type Incident, type IncidentMember, peakOf } from "./incident";
import { INCIDENT_LIMITS } from "./limits";
import type { MachineFacts, MachinePopulation, ObjectChange } from "./observation";
import { groupPath, provenCauseOf } from "./traits";

/** The rights of a viewer now, also for a page of the past. */
export interface IncidentViewer {
  /** True if objects of this kind in the namespace are visible; without a kind: its machines. */
  maySee(cluster: string, namespace: string, kind?: string): boolean;
  /** May read the Pods of istiod: evidence about its replicas. */
  maySeeReplicas(cluster: string): boolean;
  /** Numbers of the visible machines. */
  readonly population: MachinePopulation;
}

/** The part of an incident that a viewer sees. */
export interface VisiblePart {
  readonly incident: Incident;
  /** There is more outside of the view; how much is not shown. */
  readonly isPartial: boolean;
  /** The moment at which time alone ends the visible part, although the whole incident goes on. Null = nothing does. Milliseconds. */
  readonly endsAt: number | null;
}

/**
 * Returns the part of an incident that a viewer may see; null = none of its machines is visible, or none of its services if it has no machine. All numbers, the
 * cause, the state and the beginning follow from the visible part alone. `now` in milliseconds.
 */
export function visiblePart(incident: Incident, viewer: IncidentViewer, now: number): VisiblePart | null {
  const members = incident.members.filter(({ machine }) => viewer.maySee(machine.cluster, machine.namespace));
  const services = incident.services.filter(({ service }) => viewer.maySee(service.cluster, service.namespace, service.kind));
  if (members.length === 0 && (incident.members.length > 0 || services.length === 0)) return null;
  const isPartial = members.length < incident.members.length || services.length < incident.services.length;
  const [cluster = ""] = incident.clusters;
  const maySeeReplicas = viewer.maySeeReplicas(cluster);
  const planned = visibleMaintenanceWindow(incident, viewer);
  if (!isPartial && maySeeReplicas)
    return { incident: withVisibleCause({ ...incident, planned, ...visibleChanges(incident, viewer) }, viewer), isPartial, endsAt: null };
  const shown = maySeeReplicas ? members : members.map(withoutReplica);
  const part: Incident = {
    ...incident,
    ...(isPartial ? beginningOf(incident, members, services) : {}),
    members: shown,
    services,
    planned,
    ...visibleChanges(incident, viewer),
    appended: isPartial ? [] : incident.appended,
  };
  const { endsAt, ...state } = isPartial ? visibleState(part, now) : { endsAt: null };
  const withState = { ...part, ...state };
  return { incident: { ...withState, cause: causeOfMembers(withState, viewer.population) }, isPartial, endsAt };
}

/** A change that the viewer may not list is not named as the cause. The visible machines may prove another one. */
function withVisibleCause(incident: Incident, { population }: IncidentViewer): Incident {
  const { cause, changes } = incident;
  const isVisible = (value: string) => changes.some(({ kind, namespace, name }) => value === `${kind} ${namespace}/${name}`);
  const isCauseVisible = cause.traits.every(({ trait, value }) => trait !== "change" || isVisible(value));
  return isCauseVisible ? incident : { ...incident, cause: causeOfMembers(incident, population) };
}

/** Returns the maintenance window that contains an incident. Its reason is an annotation: without the right to groups it is "". */
export function visibleMaintenanceWindow({ planned, members }: Incident, viewer: Pick<IncidentViewer, "maySee">): Incident["planned"] {
  const isVisible = members.every(({ machine }) => viewer.maySee(machine.cluster, machine.namespace, "WorkloadGroup"));
  return planned === null || isVisible ? planned : { ...planned, reason: "" };
}

/** Removes what the Pods of istiod prove: the replica and revision, and that the replica is gone. */
function withoutReplica(member: IncidentMember): IncidentMember {
  const { replica: _replica, revision: _revision, ...traits } = member.machine.traits;
  const machine: MachineFacts = { ...member.machine, traits };
  return { ...member, machine, cause: provenCauseOf(member.cause) === "istiod" ? "" : member.cause };
}

function beginningOf(incident: Incident, members: readonly IncidentMember[], services: Incident["services"]): Partial<Incident> {
  const moments = [...members.map(({ spans, joinedAt }) => spans[0]?.from ?? joinedAt), ...services.map(({ lostLastAt }) => lostLastAt)];
  const at = Math.min(...moments);
  const openedAt = Math.max(at, Math.min(...members.map(({ joinedAt }) => joinedAt), ...services.map(({ lostLastAt }) => lostLastAt)));
  const peak = peakOf(members) ?? { at, bad: 0 };
  return { began: at === incident.began.at ? incident.began : { at, notBefore: null }, openedAt, peak };
}

/** Returns the state of a part from its machines and services alone. Hidden machines neither keep it open nor end it. `now` in milliseconds. */
export function visibleState(part: Incident, now: number): Pick<Incident, "state" | "stateSince" | "endedAt"> & Pick<VisiblePart, "endsAt"> {
  const { members, services, state, stateSince, endedAt, unknownSince } = part;
  const isBad = members.some((member) => currentBadCondition(member) !== null) || services.some(({ backAt }) => backAt === null);
  if (isBad) return { state, stateSince: Math.max(stateSince, part.openedAt), endedAt, endsAt: null };
  const returns = members.flatMap(({ left }) => (left === null ? [] : [left.how === "serving" ? left.at + INCIDENT_LIMITS.servingMs : left.at]));
  const end = Math.max(part.openedAt, ...returns, ...services.map(({ backAt }) => (backAt ?? 0) + INCIDENT_LIMITS.servingMs));
  const isWaiting = members.some(({ left }) => left === null);
  const canEnd = !isWaiting && unknownSince === null;
  const isOver = state === "over" || (canEnd && end <= now);
  if (isOver) return { state: "over", stateSince: Math.min(end, endedAt ?? end), endedAt: Math.min(end, endedAt ?? end), endsAt: null };
  const recoveringSince = Math.max(part.openedAt, ...members.map(({ left }) => left?.at ?? 0));
  return { state: "recovering", stateSince: recoveringSince, endedAt: null, endsAt: canEnd ? end : null };
}

function visibleChanges({ changes, lastChange, members }: Incident, viewer: IncidentViewer): Pick<Incident, "changes" | "lastChange"> {
  const groups = new Set(members.flatMap(({ machine }) => (viewer.maySee(machine.cluster, machine.namespace) ? [groupPath(machine)] : [])));
  const visible = changes.flatMap((change) => visibleChange(change, groups, viewer) ?? []);
  const last = lastChange === null ? null : visibleChange(lastChange, groups, viewer);
  return { changes: visible, lastChange: visible.length > 0 ? null : last };
}

/** Returns a change if the viewer may see its object and it concerns a visible machine. Its other groups are not named. */
function visibleChange(change: ObjectChange, groups: ReadonlySet<string>, viewer: IncidentViewer): ObjectChange | null {
  const { cluster, kind, namespace, name } = change;
  if (!viewer.maySee(cluster, kind === "Namespace" ? name : namespace, kind) || (kind === "Pod" && !viewer.maySeeReplicas(cluster))) return null;
  if (change.groups === null) return change;
  const shown = change.groups.filter((path) => viewer.maySee(cluster, path.slice(0, path.indexOf("/"))));
  return groups.size === 0 || shown.some((path) => groups.has(path)) ? { ...change, groups: shown } : null;
}
