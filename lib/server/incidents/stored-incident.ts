import type { ViewStateOf } from "@/lib/contract/views/view";
import type { Incident } from "@/lib/domain/incidents/incident";
import { visibleState, visibleWindow } from "@/lib/domain/incidents/visible-part";
import { isInScope, type Viewer } from "@/lib/domain/source/scope";
import { incidentUnreadableText } from "@/lib/format/incident-page";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { History } from "@/lib/server/history/history";
import { Refusal } from "@/lib/server/http/problem";
import { incidentPage } from "./incident-detail";
import { rightOfKind } from "./recorded-changes";
import { incidentRow } from "./visible-incidents";

interface StoredIncidentParts {
  readonly history: Pick<History, "incident" | "status">;
  readonly fleet: FleetReader;
}

/** An incident of the history; or the reason why the history cannot be read. */
type StoredIncident = { readonly state: ViewStateOf<"incident"> } | { readonly movedTo: string } | { readonly problem: string };

/** The most machines that the page of a stored incident lists. */
const MOST_MACHINES = 500;

/**
 * Returns the view of an incident that the running server does not have in memory: it ended before. Null = there is none, or the viewer sees no part of it.
 * Shows the stored numbers, because the fleet of now is not that of the incident. `most`: the limit of its machines.
 */
export async function storedIncident(
  { history, fleet }: StoredIncidentParts,
  { scope }: Viewer,
  key: string,
  most = MOST_MACHINES,
): Promise<StoredIncident | null> {
  if (history.status().kind === "off") return null;
  try {
    const found = await history.incident(key, scope);
    if (found === null || "movedTo" in found) return found;
    const { incident, isWhole, unreadable } = found;
    if (unreadable !== null) return { problem: incidentUnreadableText(unreadable) };
    const [cluster = ""] = incident.clusters;
    const maySeeReplicas = replicasInSight(fleet.worldOf(cluster), scope).kind !== "denied";
    const now = fleet.now();
    const part = isWhole ? incident : { ...incident, ...visibleState(incident, now) };
    const maySee = (place: string, namespace: string, kind = "WorkloadEntry") => isInScope(scope, place, rightOfKind(kind), namespace);
    const planned = visibleWindow(incident, { maySee });
    const shown = { ...(maySeeReplicas ? part : withoutReplicas(part)), planned };
    const { head, machines } = incidentPage(incidentRow(shown, !isWhole, now), shown, { population: null, maySeeReplicas });
    return { state: { head, rows: machines.slice(0, most) } };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.detail };
    throw error;
  }
}

/** Removes a cause that only the Pods of istiod prove. */
function withoutReplicas(incident: Incident): Incident {
  const { kind, group } = incident.cause;
  const traits = incident.cause.traits.filter(({ trait }) => trait !== "replica" && trait !== "revision");
  const isProvenByPods = kind === "istiod-gone" || kind === "replica-gone" || (kind === "trait" && traits.length === 0);
  return { ...incident, cause: isProvenByPods ? { kind: "time-only", traits: [], group } : { kind, traits, group } };
}
