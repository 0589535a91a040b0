import type { IncidentHead, IncidentMachine } from "@/lib/contract/views/incidents";
import { incidentPage } from "@/lib/server/incidents/incident-detail";
import { type VisibleIncident, VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { type OpenView, UnreadableQuery } from "@/lib/server/live/view-source";
import { atTurn } from "./at-turn";
import { watchGroups } from "./watch-groups";

interface ShownIncident {
  readonly head: IncidentHead;
  readonly machines: readonly IncidentMachine[];
}

const ABSENT: ShownIncident = { head: { movedTo: null, row: null, detail: null, machines: 0 }, machines: [] };

/** The visible part of one incident of the running server. The query has its key. */
export const openIncident: OpenView<"incident"> = ({ fleet, viewer, query, offset, limit, changed }) => {
  const key = new URLSearchParams(query).get("key") ?? "";
  if (key === "") throw new UnreadableQuery("An incident is named by its key.");
  const visible = new VisibleIncidents(fleet, viewer.scope);
  const unhook = fleet.incidentMemory?.hook(changed);
  // The title shows the total of a group in these namespaces.
  let shown: VisibleIncident | null = null;
  const unwatch = watchGroups(fleet, viewer.scope, ({ cluster, namespace }) => hasGroupTotal(shown, cluster, namespace), changed);
  const turn = atTurn(fleet.now, changed);
  return {
    compute: () => {
      const found = visible.one(key);
      shown = found?.visible ?? null;
      turn.set(shown?.endsAt ?? null);
      const { head, machines } = found === null ? ABSENT : shownIncident(key, found);
      return { head, rows: machines.slice(offset, offset + limit) };
    },
    close: () => {
      turn.close();
      unwatch();
      unhook?.();
    },
  };
};

function shownIncident(key: string, { visible, viewer }: NonNullable<ReturnType<VisibleIncidents["one"]>>): ShownIncident {
  const { row, incident } = visible;
  if (row.id !== key) return { ...ABSENT, head: { ...ABSENT.head, movedTo: row.id } };
  const maySeeReplicas = viewer.maySeeReplicas(row.title.cluster);
  return incidentPage(row, incident, { population: viewer.population, maySeeReplicas });
}

function hasGroupTotal(shown: VisibleIncident | null, cluster: string, namespace: string): boolean {
  if (shown === null || shown.row.state === "over" || shown.row.title.groupSize === null) return false;
  return shown.row.title.cluster === cluster && shown.namespaces.includes(namespace);
}
