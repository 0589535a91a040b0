import type { PastView } from "@/lib/contract/answers/history";
import type { PastViewQuery } from "@/lib/contract/url/history-query";
import { parseIncidentsQuery } from "@/lib/contract/url/incidents-query";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import { lossWindowOfView } from "@/lib/contract/url/lost-query";
import type { EntriesHead } from "@/lib/contract/views/entries";
import { incidentKeyOf } from "@/lib/contract/views/incidents";
import type { Scope, Viewer } from "@/lib/domain/source/scope";
import type { ClusterWithFreshness } from "@/lib/domain/statements/clusters-in-total";
import { MAP_RULES } from "./findings/map-rules";
import { settledFindings } from "./findings/standing-findings";
import type { FleetReader } from "./fleet/fleet-reader";
import { expectedOf, sightOf } from "./fleet/group-sight";
import type { StandingLists } from "./fleet/standing-lists";
import type { History, PastFleet, Vanished } from "./history/history";
import { Refusal } from "./http/problem";
import { endedIncidents } from "./incidents/ended-incidents";
import { incidentThen } from "./incidents/incident-then";
import { fleetWithIncidentsThen, rememberIncidentsThen } from "./incidents/incidents-then";
import { UnreadableQuery } from "./live/view-source";
import { VIEWS } from "./live/views/catalogue";
import { openIncidents } from "./live/views/incidents";

/** What a question about a view asks of the record: the fleet at a moment, or (`kind` entries) those who vanished, with the query as that fleet has it. */
export interface AskedOfRecord {
  readonly fleet: PastFleet;
  readonly query: string;
  /** Set where it is the vanished that are asked for. */
  readonly vanished: Vanished | null;
}

/** Of a moment that is over everything is asked at once: no stream follows with the rest. */
const OF_FINDINGS: readonly PastViewQuery["kind"][] = ["findings", "findings-of", "found-on", "group-findings"];

/** The views that show incidents which are not over at the moment. */
const WITH_INCIDENTS: readonly PastViewQuery["kind"][] = ["incidents-of", "fleet", "groups", "services-without-endpoint"];

type Asking = Pick<PastViewQuery, "kind" | "query" | "at">;

/** Reads what a question asks of the record; null where it asks for the fleet of now, which no record has. Refuses what nobody recorded, in words. */
export async function askedOfRecord(history: History, { kind, query, at }: Asking, scope: Scope): Promise<AskedOfRecord | null> {
  const window = kind === "entries" ? lossWindowOfView(query) : null;
  if (window !== null) {
    const vanished = await history.vanished(window, at, scope);
    return { fleet: vanished, query: newestFirst(query), vanished };
  }
  return at === null ? null : { fleet: await history.fleetAt(at, scope), query, vanished: null };
}

/** The history, and the live fleet for a view of now that the history answers. */
interface PastViewParts {
  readonly history: History;
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
}

/** Computes any view of the live pages over the fleet as it was, or that of entries over those who vanished. */
export async function pastView(parts: PastViewParts, viewer: Viewer, asked: PastViewQuery): Promise<PastView> {
  const { history } = parts;
  const { kind, at } = asked;
  if (kind === "incidents" && at === null) return olderIncidents(parts, viewer, asked);
  const found = await askedOfRecord(history, asked, viewer.scope);
  if (found === null) throw new Refusal(400, "Not understood", "Say which moment: at=2026-08-12T04:16:12Z.", "at");
  const { fleet, query, vanished } = found;
  if (OF_FINDINGS.includes(kind)) await settledFindings(fleet.fleet, viewer.scope, kind === "found-on" ? MAP_RULES : undefined);
  try {
    const { head, rows } = await shownThen({ history, fleet, viewer, query }, asked);
    return {
      at: at ?? vanished?.to ?? 0,
      head: { ...head, ...(vanished !== null && { vanished: reachOf(vanished) }) },
      rows: rows.map((row) => ({ ...row })),
      gaps: fleet.gaps,
      recorded: fleet.recorded,
      ...(fleet.clusters?.some(({ freshness }) => freshness.kind !== "live") === true && { clusters: fleet.clusters.map(clusterThen) }),
      ...(hasComputedSizes(fleet.fleet, viewer.scope) && { sizesComputed: true as const }),
    };
  } catch (error) {
    throw error instanceof UnreadableQuery ? new Refusal(400, "Not understood", error.message, "query") : error;
  }
}

type Shown = Omit<AskedOfRecord, "vanished"> & { readonly history: History; readonly viewer: Viewer };

async function shownThen(found: Shown, { kind, offset, limit, at }: PastViewQuery) {
  const { history, fleet, viewer, query } = found;
  // The fleet of a past moment has no incidents. They are read from the history.
  if (kind === "incident" && at !== null) {
    const { head, machines } = await incidentThen(history, fleet.fleet, viewer, { key: incidentKeyOf(query), at });
    return { head, rows: machines.slice(offset, offset + limit) };
  }
  if (at !== null && WITH_INCIDENTS.includes(kind)) await rememberIncidentsThen(history, fleet.fleet, at);
  const parts = { viewer, query, offset, limit, changed: () => undefined };
  const source =
    kind === "incidents" && at !== null
      ? openIncidents({ ...parts, fleet: await fleetWithIncidentsThen(history, fleet.fleet, at, parseIncidentsQuery(query).window) })
      : VIEWS[kind]({ ...fleet, ...parts });
  const state = source.compute();
  source.close();
  return state;
}

/** The page of the list of incidents after a cursor. Its head has the numbers of now. */
async function olderIncidents({ history, fleet, lists }: PastViewParts, viewer: Viewer, { query, offset, limit }: PastViewQuery): Promise<PastView> {
  const parsed = parseIncidentsQuery(query);
  if (parsed.invalid !== null) throw new Refusal(400, "Not understood", parsed.invalid.text, parsed.invalid.field);
  const { rows, next } = await endedIncidents({ history, fleet }, viewer.scope, parsed);
  const firstPage = new URLSearchParams(query);
  firstPage.delete("before");
  const live = VIEWS.incidents({ fleet, lists, viewer, query: firstPage.toString(), offset: 0, limit: 0, changed: () => undefined });
  const { head } = live.compute();
  live.close();
  const [now, count] = [fleet.now(), rows.length];
  return {
    at: now,
    head: { ...head, matched: count, listed: count, next },
    rows: rows.slice(offset, offset + limit).map((row) => ({ ...row })),
    gaps: [],
    recorded: { since: head.since, asOf: now, status: history.status().kind, notice: "" },
  };
}

function clusterThen({ cluster, freshness: { kind, asOf }, triedSince }: ClusterWithFreshness): NonNullable<PastView["clusters"]>[number] {
  return { cluster, freshness: { kind: kind === "live" || kind === "denied" ? kind : "stale", asOf }, ...(triedSince !== undefined && { triedSince }) };
}

/** True if a visible group has a learned size that the history did not store at that moment. */
function hasComputedSizes(fleet: FleetReader, scope: Scope): boolean {
  return fleet.groups().some((record) => {
    const sight = sightOf(scope, record);
    if (record.memory.isSizeComputed !== true || record.memory.learned === null || !sight.machines) return false;
    const { kind } = expectedOf(record, sight);
    return kind === "learned" || kind === "elastic";
  });
}

/** All have one state: where nobody sorts them, who went last comes first. */
function newestFirst(query: string): string {
  const parsed = parseMachinesQuery(query);
  return parsed.sort === "" ? formatListQuery({ ...parsed, sort: "since" }) : query;
}

/** What of the window the record can tell. */
function reachOf({ from, to, older, gaps, recorded }: Vanished): NonNullable<EntriesHead["vanished"]> {
  const notRecordedMs = gaps
    .filter(({ blindTo }) => blindTo.length === 0)
    .reduce((sum, gap) => sum + gap.to - Math.max(gap.from, recorded.since ?? gap.from), 0);
  return { from, to, older, recorded, notRecordedMs: Math.max(0, notRecordedMs) };
}
