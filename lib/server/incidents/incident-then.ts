import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentAt } from "@/lib/domain/incidents/past-incident";
import type { Viewer } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { IncidentMemory } from "@/lib/server/fleet/incident-memory";
import type { History } from "@/lib/server/history/history";
import { FleetPopulation } from "./fleet-population";
import { ABSENT_INCIDENT, incidentPage, type ShownIncident } from "./incident-detail";
import { VisibleIncidents, withIncidentMemory } from "./visible-incidents";

/**
 * Returns the page of an incident as it was at a moment, for the rights of now. `fleet`: the one of that moment. It is absent if it was not open yet. An incident
 * that had become part of another one leads there. Milliseconds.
 */
export async function incidentThen(
  history: Pick<History, "wholeIncident">,
  fleet: FleetReader,
  { scope }: Viewer,
  { key, at }: { readonly key: string; readonly at: number },
): Promise<ShownIncident> {
  const found = await currentIncident(history, key, at);
  if (found === null) return ABSENT_INCIDENT;
  const lost = found.members.flatMap(({ machine, spans }) => (isLostAt(spans, at) ? [machine] : []));
  const past = incidentAt(found, at, new FleetPopulation({ fleet, lost, counts: () => true }));
  if (past === null) return ABSENT_INCIDENT;
  const memory = new IncidentMemory();
  memory.update([past]);
  const one = new VisibleIncidents(withIncidentMemory(fleet, memory), scope).one(past.key);
  if (one === null) return ABSENT_INCIDENT;
  if (past.key !== key) return { ...ABSENT_INCIDENT, head: { ...ABSENT_INCIDENT.head, movedTo: past.key } };
  const { row, incident } = one.visible;
  return incidentPage(row, incident, { population: one.viewer.population, maySeeReplicas: one.viewer.maySeeReplicas(row.title.cluster), fleet: null });
}

/** The most merges that are followed from one key. */
const MOST_MERGES = 10;

async function currentIncident(history: Pick<History, "wholeIncident">, key: string, at: number): Promise<Incident | null> {
  let found = await history.wholeIncident(key);
  for (let step = 0; step < MOST_MERGES && found !== null && found.mergedInto !== null && (found.endedAt ?? 0) <= at; step++)
    found = await history.wholeIncident(found.mergedInto);
  return found;
}

function isLostAt(spans: Incident["members"][number]["spans"], at: number): boolean {
  return spans.some(({ condition, from, to }) => condition === "lost" && from <= at && (to === null || to > at));
}
