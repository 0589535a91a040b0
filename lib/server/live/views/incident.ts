import { incidentKeyOf } from "@/lib/contract/views/incidents";
import type { Incident, IncidentState } from "@/lib/domain/incidents/incident";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { ABSENT_INCIDENT, incidentPage, type ShownIncident } from "@/lib/server/incidents/incident-detail";
import { type OneVisibleIncident, type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { watchGroups } from "./watch-groups";

/** The visible part of one incident of the running server. The query has its key. */
export const openIncident: OpenView<"incident"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const key = incidentKeyOf(query);
  if (key === "") throw new UnreadableQuery("An incident is named by its key.");
  const incidents = new VisibleIncidents(fleet, viewer.scope);
  const page = new IncidentPageCache(fleet);
  const unhook = fleet.incidentMemory?.hook(changed);
  // The title shows the total of a group in these namespaces.
  let visible: VisibleIncident | null = null;
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => hasGroupTotal(visible, cluster, namespace), changed);
  const turn = atTurn(fleet.now, changed);
  return {
    compute: () => {
      const found = incidents.one(key);
      visible = found?.visible ?? null;
      turn.set(visible?.endsAt ?? null);
      const { head, machines } = found === null ? ABSENT_INCIDENT : page.of(key, found);
      return { head: { ...head, since: fleet.incidentMemory?.since ?? null }, rows: machines.slice(offset, offset + limit) };
    },
    close: () => {
      turn.close();
      unwatch();
      unhook?.();
    },
  };
};

/** Computes the page of an incident again only after a change of the incident: it can have 10,000 machines. */
class IncidentPageCache {
  constructor(private readonly fleet: FleetReader) {}

  #last: { readonly whole: Incident; readonly state: IncidentState; readonly shown: ShownIncident } | null = null;

  of(key: string, { whole, visible: { row, incident }, viewer }: OneVisibleIncident): ShownIncident {
    if (row.id !== key) return { ...ABSENT_INCIDENT, head: { ...ABSENT_INCIDENT.head, movedTo: row.id } };
    if (this.#last?.whole !== whole || this.#last.state !== row.state) {
      const maySeeReplicas = viewer.maySeeReplicas(row.title.cluster);
      this.#last = { whole, state: row.state, shown: incidentPage(row, incident, { population: viewer.population, maySeeReplicas, fleet: this.fleet }) };
    }
    const { head, machines } = this.#last.shown;
    return { head: { ...head, row }, machines };
  }
}

/** Returns true if the title of an incident shows the total of a group in a namespace. */
export function hasGroupTotal(visible: VisibleIncident | null, cluster: string, namespace: string): boolean {
  if (visible === null || visible.row.state === "over" || visible.row.title.groupSize === null) return false;
  return visible.row.title.cluster === cluster && visible.namespaces.includes(namespace);
}
