import { type HistoryWindow, windowSpan } from "@/lib/contract/url/history-window";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentAt } from "@/lib/domain/incidents/past-incident";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { IncidentMemory } from "@/lib/server/fleet/incident-memory";
import type { History } from "@/lib/server/history/history";
import { FleetPopulation } from "./fleet-population";
import { type FleetOfIncidentList, withIncidentMemory } from "./visible-incidents";

/** Gives a fleet of a past moment the incidents that were not over then. Milliseconds. */
export async function rememberIncidentsThen(history: Pick<History, "incidentsOpenAt">, fleet: FleetReader, at: number): Promise<void> {
  fleet.incidentMemory?.update(await incidentsThen(history, fleet, at, at));
}

/**
 * Returns a fleet of a past moment for a list of its incidents: those that were not over then, and with a window also the last ones that had ended in it. Other views
 * of that fleet do not see these. Milliseconds.
 */
export async function fleetWithIncidentsThen(
  history: Pick<History, "incidentsOpenAt">,
  fleet: FleetReader,
  at: number,
  window: HistoryWindow | null,
): Promise<FleetOfIncidentList> {
  const memory = new IncidentMemory();
  memory.update(await incidentsThen(history, fleet, at, window === null ? at : Math.min(at, windowSpan(window, at).from)));
  return withIncidentMemory(fleet, memory);
}

async function incidentsThen(history: Pick<History, "incidentsOpenAt">, fleet: FleetReader, at: number, endedSince: number): Promise<readonly Incident[]> {
  const stored = await history.incidentsOpenAt(at, endedSince);
  const lost = stored.flatMap(({ members }) => members.flatMap(({ machine, spans }) => (isLostAt(spans, at) ? [machine] : [])));
  const population = new FleetPopulation({ fleet, lost, counts: () => true });
  const then = stored.flatMap((incident) => incidentAt(incident, at, population) ?? []);
  return then.filter(({ state, endedAt }) => state !== "over" || (endedAt !== null && endedAt > endedSince && endedAt <= at));
}

function isLostAt(spans: Incident["members"][number]["spans"], at: number): boolean {
  return spans.some(({ condition, from, to }) => condition === "lost" && from <= at && (to === null || to > at));
}
