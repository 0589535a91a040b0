import type { SearchAnswer } from "@/lib/contract/answers/answers";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { Scope, Viewer } from "@/lib/domain/source/scope";
import { INCIDENT_STATE_TEXTS, incidentTitleText } from "@/lib/format/incident-title";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { search } from "@/lib/server/fleet/search";
import type { StandingLists } from "@/lib/server/fleet/standing-lists";
import type { History } from "@/lib/server/history/history";
import { storedIncident } from "./stored-incident";
import { VisibleIncidents } from "./visible-incidents";

type Hit = SearchAnswer["hits"][number];

/** A text that begins with it searches incidents by their key only. */
const KEY_MARK = "#";
/** A shorter key is not looked up in the history: keys have six letters. */
const SHORTEST_KEY = 4;
const MOST_HITS = 20;
const MOST_BY_KEY = 8;
/** The most incidents beside other hits. */
const MOST_BESIDE = 3;

/**
 * Returns the hits of the search box. "#" and a part of a key: incidents only. Any other text: the hits of the fleet, then incidents by key or title. An ended
 * incident is found by its key only.
 */
export function searchWithIncidents(fleet: FleetReader, lists: StandingLists, text: string, scope: Scope): SearchAnswer {
  const key = searchedKey(text);
  if (key !== null) {
    const found = incidentHits(fleet, scope, key, "key");
    return { hits: found.slice(0, MOST_BY_KEY), more: found.length > MOST_BY_KEY };
  }
  const { hits, more } = search(fleet, lists, text, scope);
  const found = incidentHits(fleet, scope, text.trim().toLowerCase(), "key-or-title");
  const incidents = found.slice(0, MOST_BESIDE);
  const others = hits.slice(0, MOST_HITS - incidents.length);
  return { hits: [...others, ...incidents], more: more || others.length < hits.length || incidents.length < found.length };
}

/** Returns the key that a search text begins, without its mark; null = the text searches everything. */
export function searchedKey(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  return trimmed.startsWith(KEY_MARK) ? trimmed.slice(KEY_MARK.length) : null;
}

/** Returns the visible incidents in memory whose key contains the text, or whose title does if they are not over. The worst is first. `needle`: in lower case. */
function incidentHits(fleet: FleetReader, scope: Scope, needle: string, by: "key" | "key-or-title"): readonly Hit[] {
  const { incidentMemory: memory } = fleet;
  if (memory === undefined || needle === "") return [];
  const merged = memory.find(needle);
  const hasKey = ({ key }: Incident) => key.includes(needle);
  // The title follows from the visible machines, so it costs more than the key.
  const candidates = [...memory.all].filter((incident) => incident === merged || hasKey(incident) || (by === "key-or-title" && incident.state !== "over"));
  const visible = new VisibleIncidents(fleet, scope).of(candidates);
  return visible
    .filter(({ incident, row }) => incident.key === merged?.key || hasKey(incident) || incidentTitleText(row.title).toLowerCase().includes(needle))
    .map(({ row }) => incidentHit(row));
}

/** Returns the incident of a whole key from the history, for one that memory does not have any more; null = there is none, or the viewer sees no part of it. */
export async function storedIncidentHit(parts: { readonly history: History; readonly fleet: FleetReader }, viewer: Viewer, key: string): Promise<Hit | null> {
  if (key.length < SHORTEST_KEY) return null;
  const found = await storedIncident(parts, viewer, key);
  if (found === null || "problem" in found) return null;
  if ("movedTo" in found) return found.movedTo === key ? null : storedIncidentHit(parts, viewer, found.movedTo);
  const { row } = found.state.head;
  return row === null ? null : incidentHit(row);
}

function incidentHit({ id, state, title }: IncidentRow): Hit {
  const detail = `${INCIDENT_STATE_TEXTS[state].word}: ${incidentTitleText(title)}`;
  return { kind: "incident", cluster: title.cluster, namespace: "", name: id, uid: "", state: null, vouched: true, detail };
}
