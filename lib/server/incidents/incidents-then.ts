import { type HistoryWindow, windowSpan } from "@/lib/contract/url/history-window";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentAt } from "@/lib/domain/incidents/past-incident";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { History } from "@/lib/server/history/history";
import { FleetPopulation } from "./fleet-population";

/** Gives a fleet of a past moment the incidents that were not over then, and the last ones that had ended in the window of a list. Milliseconds. */
export async function rememberIncidentsThen(
  history: Pick<History, "incidentsOpenAt">,
  fleet: FleetReader,
  at: number,
  window: HistoryWindow | null = null,
): Promise<void> {
  const endedSince = window === null ? at : Math.min(at, windowSpan(window, at).from);
  const open = await history.incidentsOpenAt(at, endedSince);
  const lost = open.flatMap(({ members }) => members.flatMap(({ machine, spans }) => (isLostAt(spans, at) ? [machine] : [])));
  const population = new FleetPopulation({ fleet, lost, counts: () => true });
  const then = open.flatMap((incident) => incidentAt(incident, at, population) ?? []);
  fleet.incidentMemory?.update(then.filter(({ state, endedAt }) => state !== "over" || (endedAt !== null && endedAt > endedSince && endedAt <= at)));
}

function isLostAt(spans: Incident["members"][number]["spans"], at: number): boolean {
  return spans.some(({ condition, from, to }) => condition === "lost" && from <= at && (to === null || to > at));
}
