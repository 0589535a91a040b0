import { type Incident, type IncidentCause, peakOf } from "@/lib/domain/incidents/incident";
import type { ObjectChange } from "@/lib/domain/incidents/observation";
import { compareText } from "@/lib/domain/object/compare-text";
import { isInScope, type Scope, WATCHED_KINDS } from "@/lib/domain/source/scope";

/** True if a viewer sees all machines, and all services, of an incident. */
export interface IncidentVisibility {
  readonly machines: boolean;
  readonly services: boolean;
}

/** Causes whose evidence are istiod's Pods. */
const NEEDS_PODS: ReadonlySet<IncidentCause["kind"]> = new Set(["istiod-gone", "replica-gone"]);
const NO_CAUSE: IncidentCause = { kind: "time-only", traits: [], group: null };

/**
 * Returns the part of an incident for a viewer. The caller has removed the hidden members and services. A change is shown with the right to its kind in its
 * namespace, a cause with the right to its evidence. If machines are hidden, the beginning and the peak are those of the visible ones. The cause, changes, plan
 * and later lines are then empty, because hidden machines may prove them or be named in them.
 */
export function visibleIncident(incident: Incident, scope: Scope, seen: IncidentVisibility): Incident {
  if (!seen.machines) return visibleMembers(incident);
  const changes = incident.changes.filter((change) => isChangeInScope(scope, change));
  const { lastChange } = incident;
  return {
    ...{ ...incident, changes, lastChange: lastChange !== null && isChangeInScope(scope, lastChange) ? lastChange : null },
    cause: isCauseInScope(incident, scope, changes, seen) ? incident.cause : NO_CAUSE,
  };
}

function visibleMembers(incident: Incident): Incident {
  const { members, services, began } = incident;
  const joined = [...members.map(({ joinedAt }) => joinedAt), ...services.map(({ lostLastAt }) => lostLastAt)];
  const at = joined.reduce((first, one) => Math.min(first, one), joined[0] ?? began.at);
  const clusters = [...members.map(({ machine }) => machine.cluster), ...services.map(({ service }) => service.cluster)];
  return {
    ...{ ...incident, clusters: [...new Set(clusters)].sort(compareText), began: { at, notBefore: at === began.at ? began.notBefore : null } },
    ...{ cause: NO_CAUSE, changes: [], lastChange: null, planned: null, appended: [], peak: peakOf(members) ?? { at, bad: 0 } },
  };
}

function isCauseInScope({ cause, clusters }: Incident, scope: Scope, changes: readonly ObjectChange[], seen: IncidentVisibility): boolean {
  if (NEEDS_PODS.has(cause.kind)) return clusters.every((cluster) => (scope.clusters.get(cluster)?.get("pods")?.length ?? 0) > 0);
  if (cause.kind === "service-without-endpoint") return seen.services;
  const isShown = (value: string) => changes.some(({ kind, namespace, name }) => value === `${kind} ${namespace}/${name}`);
  return cause.traits.every(({ trait, value }) => trait !== "change" || isShown(value));
}

/** A change of an unknown kind is hidden. */
function isChangeInScope(scope: Scope, { cluster, kind, namespace }: ObjectChange): boolean {
  const singular = kind.toLowerCase();
  const plurals = [`${singular}s`, singular.replace(/y$/, "ies")];
  return WATCHED_KINDS.some((watched) => plurals.includes(watched) && isInScope(scope, cluster, watched, namespace));
}
