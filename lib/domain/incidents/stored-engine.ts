import type { StoredEngine } from "./engine";
import type { Incident } from "./incident";
import { nextDecisionMoment } from "./limits";
import { type StoredIncident, serviceIdKey } from "./open-incident";

/**
 * Returns the state of an engine in which incidents have other keys. The history calls for it if another replica opened the same incidents first. `keys`: the new
 * key by the old one.
 */
export function withRenamedIncidentKeys(stored: StoredEngine, keys: ReadonlyMap<string, string>): StoredEngine {
  const renamed = (key: string) => keys.get(key) ?? key;
  const renamedIncident = ({ head, ...incident }: StoredIncident): StoredIncident => ({
    ...incident,
    head: { ...head, key: renamed(head.key), mergedInto: head.mergedInto === null ? null : renamed(head.mergedInto) },
  });
  return {
    ...stored,
    table: {
      ...stored.table,
      incidents: stored.table.incidents.map(renamedIncident),
      undecided: stored.table.undecided.map(renamed),
      former: stored.table.former.map(([machineId, key]) => [machineId, renamed(key)] as const),
    },
    due: stored.due.map((due) => (due.kind === "incident" ? { ...due, id: renamed(due.id) } : due)),
  };
}

/**
 * Returns the state of an engine with incidents that it lacks, so that they can end: the state was lost, or another replica stored it before it knew them. Their
 * traits for joining are not stored, so further machines of the same event open an incident of their own.
 */
export function withRestoredIncidents(stored: StoredEngine, incidents: readonly Incident[]): StoredEngine {
  const known = new Set(stored.table.incidents.map(({ head }) => head.key));
  const lacking = incidents.filter(({ key, state, mergedInto }) => !known.has(key) && state !== "over" && mergedInto === null);
  // The state may be older than the incident: its machines and services then still wait for one.
  const machines = new Set(lacking.flatMap(({ members }) => members.map(({ machine }) => machine.id)));
  const lost = new Set(lacking.flatMap(({ services }) => services.map(({ service }) => serviceIdKey(service))));
  return {
    ...stored,
    services: stored.services.filter(({ service }) => !lost.has(serviceIdKey(service))),
    table: {
      ...stored.table,
      incidents: [...stored.table.incidents, ...lacking.map(storedIncident)],
      pending: stored.table.pending.filter(({ machine }) => !machines.has(machine.id)),
    },
    due: [
      ...stored.due,
      ...lacking.map(({ key, stateSince }) => ({ at: nextDecisionMoment(Math.max(stateSince, stored.now)), kind: "incident", id: key }) as const),
    ],
  };
}

function storedIncident({ members, services, ...head }: Incident): StoredIncident {
  const { at } = head.peak;
  return {
    ...{ head, services, joins: [], windowKey: null, isCauseStale: false },
    progress: { roseAt: at, fellAt: 0, returnedAt: head.state === "recovering" ? head.stateSince : 0, worseAt: at, foldedBad: head.peak.bad },
    members: members.map(({ machine, joinedAt, spans, message, cause, leftHealthy, left }) => ({
      ...{ machine, stoppedAt: spans[0]?.from ?? joinedAt, notBefore: null, isFound: false, changes: [] },
      ...{ joinedAt, spans, message, cause, leftHealthy, left },
    })),
  };
}
