import type { ViewStateOf } from "@/lib/contract/views/view";
import type { Viewer } from "@/lib/domain/source/scope";
import { incidentUnreadableText } from "@/lib/format/incident-page";
import { replicasInSight } from "@/lib/server/control-plane/replicas-in-sight";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { History } from "@/lib/server/history/history";
import { Refusal } from "@/lib/server/http/problem";
import { incidentPage } from "./incident-detail";
import { listedIncident } from "./visible-incidents";

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
    if (found.unreadable !== null) return { problem: incidentUnreadableText(found.unreadable) };
    const { row, incident } = listedIncident(found.incident, !found.isWhole, fleet.now());
    const maySeeReplicas = replicasInSight(fleet.worldOf(row.title.cluster), scope).kind !== "denied";
    const { head, machines } = incidentPage(row, incident, { population: null, maySeeReplicas, fleet: null });
    return { state: { head, rows: machines.slice(0, most) } };
  } catch (error) {
    if (error instanceof Refusal) return { problem: error.detail };
    throw error;
  }
}
