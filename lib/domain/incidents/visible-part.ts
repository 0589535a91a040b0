import { causeOfMembers } from "./cause";
import { currentBadCondition, type Incident, type IncidentCause, type IncidentMember, peakOf } from "./incident";
import type { IncidentViewer } from "./incident-viewer";
import { INCIDENT_LIMITS } from "./limits";
import type { MachineFacts, ObjectChange } from "./observation";
import { groupPath, provenCauseOf } from "./traits";

/** The part of an incident that a viewer sees. */
export interface VisiblePart {
  readonly incident: Incident;
  /** There is more outside of the view; how much is not shown. */
  readonly isPartial: boolean;
  /** The moment at which time alone ends the visible part, although the whole incident goes on. Null = nothing does. Milliseconds. */
  readonly endsAt: number | null;
}

/** True if the caller removed machines, or services, that the viewer does not see. */
export interface RemovedParts {
  readonly machines: boolean;
  readonly services: boolean;
}

const NOTHING_REMOVED: RemovedParts = { machines: false, services: false };

/**
 * Returns the part of an incident that a viewer may see; null = none of its machines is visible, or none of its services if it has no machine. All numbers, the
 * cause, the state and the beginning follow from the visible part alone. `now` in milliseconds. `removed`: what the incident lacks already.
 */
export function visiblePart(incident: Incident, viewer: IncidentViewer, now: number, removed: RemovedParts = NOTHING_REMOVED): VisiblePart | null {
  const members = incident.members.filter(({ machine }) => viewer.maySee(machine.cluster, machine.namespace));
  const services = incident.services.filter(({ service }) => viewer.maySee(service.cluster, service.namespace, service.kind));
  const seesMachines = !removed.machines && members.length === incident.members.length;
  const seesServices = !removed.services && services.length === incident.services.length;
  if (members.length === 0 && (!seesMachines || services.length === 0)) return null;
  const isPartial = !seesMachines || !seesServices;
  const maySeeReplicas = viewer.maySeeReplicas(incident.clusters[0] ?? "");
  const part: Incident = {
    ...incident,
    ...(isPartial ? beginningOf(incident, members, services) : {}),
    members: maySeeReplicas ? members : members.map(withoutReplica),
    services,
    planned: visibleMaintenanceWindow(incident, viewer, seesMachines),
    ...visibleChanges(incident, viewer),
    appended: isPartial ? [] : incident.appended,
  };
  const { endsAt, ...state } = isPartial ? visibleState(part, now) : { endsAt: null };
  const withState = { ...part, ...state };
  return { incident: { ...withState, cause: visibleCause(withState, viewer, { seesMachines, maySeeReplicas }) }, isPartial, endsAt };
}

const NO_CAUSE: IncidentCause = { kind: "time-only", traits: [], group: null };

/**
 * The cause of the whole incident, if the viewer sees all that proves it: all machines, the Pods of istiod, and the changes that it names. Else the cause that
 * the visible machines prove. `part` has the cause of the whole.
 */
function visibleCause(
  part: Incident,
  { population }: IncidentViewer,
  { seesMachines, maySeeReplicas }: { readonly seesMachines: boolean; readonly maySeeReplicas: boolean },
): IncidentCause {
  const { cause, changes } = part;
  const isListed = (value: string) => changes.some(({ kind, namespace, name }) => value === `${kind} ${namespace}/${name}`);
  const visible = cause.traits.filter(
    ({ trait, value }) => (trait !== "change" || isListed(value)) && (maySeeReplicas || (trait !== "replica" && trait !== "revision")),
  );
  if (seesMachines && maySeeReplicas && visible.length === cause.traits.length) return cause;
  // The machines of now are not those of an incident that is over.
  const isStored = population === null || (seesMachines && part.state === "over");
  if (!isStored) return causeOfMembers(part, population);
  if (!seesMachines) return NO_CAUSE;
  const isHidden = (!maySeeReplicas && PROVEN_BY_PODS.includes(cause.kind)) || (cause.kind === "trait" && visible.length === 0);
  return isHidden ? { ...NO_CAUSE, group: cause.group } : { ...cause, traits: visible };
}

/** Causes whose evidence are the Pods of istiod. */
const PROVEN_BY_PODS: readonly IncidentCause["kind"][] = ["istiod-gone", "replica-gone"];

/** The maintenance window that contains an incident. Its reason is an annotation: without the right to the groups of all its machines it is "". */
function visibleMaintenanceWindow({ planned, members }: Incident, viewer: IncidentViewer, seesMachines: boolean): Incident["planned"] {
  const isVisible = seesMachines && members.every(({ machine }) => viewer.maySee(machine.cluster, machine.namespace, "WorkloadGroup"));
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
  // The start may have found hidden machines only.
  if (at !== incident.began.at) return { began: { at, notBefore: null }, foundAtStart: false, openedAt, peak };
  return { openedAt, peak };
}

/** The state of a part from its machines and services alone. Hidden machines neither keep it open nor end it. `now` in milliseconds. */
function visibleState(part: Incident, now: number): Pick<Incident, "state" | "stateSince" | "endedAt"> & Pick<VisiblePart, "endsAt"> {
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
