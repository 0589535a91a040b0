import type { EarlierIncidentsAnswer } from "@/lib/contract/answers/earlier-incidents";
import type { IncidentNotesAnswer } from "@/lib/contract/answers/incident-notes";
import type { ClusterStatus } from "@/lib/contract/status";
import { PostMortemQuery } from "@/lib/contract/url/history-query";
import { formatMoment, hrefAtMoment } from "@/lib/contract/url/history-window";
import { apiPaths, pagePaths } from "@/lib/contract/url/paths";
import { formatQueryValues } from "@/lib/contract/url/query-values";
import type { IncidentMachine } from "@/lib/contract/views/incidents";
import type { Viewer } from "@/lib/domain/source/scope";
import { incidentUnknownText } from "@/lib/format/incident-note-text";
import { incidentTimes } from "@/lib/format/incident-page";
import { postMortemMarkdown } from "@/lib/format/incident-post-mortem";
import type { Config } from "@/lib/server/config";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { read } from "@/lib/server/history/answer-history";
import type { History } from "@/lib/server/history/history";
import { MOST_EARLIER } from "@/lib/server/history/queries/incidents";
import { Refusal } from "@/lib/server/http/problem";
import { incidentPage, type ShownIncident } from "@/lib/server/incidents/incident-detail";
import { incidentThen } from "@/lib/server/incidents/incident-then";
import { storedIncident } from "@/lib/server/incidents/stored-incident";
import { VisibleIncidents } from "@/lib/server/incidents/visible-incidents";
import { packageVersion } from "@/lib/server/start-options";

interface PostMortemParts {
  readonly fleet: FleetReader;
  readonly history: History;
  readonly statuses: () => readonly ClusterStatus[];
  readonly config: Pick<Config, "publicUrl">;
}

/** The most machines that the table lists. */
const MOST_MACHINES = 1_000;
/** The end of the version of the embedded cluster's API server (lib/sandbox/apiserver/paths.ts). */
const SIMULATED_VERSION = "+sandbox";

/**
 * Returns the post-mortem of an incident as a Markdown file, from the part that the viewer sees: now, or at the moment `at`. Leads to the older incident that it
 * became a part of. Throws a `Refusal` if no part is visible.
 */
export async function postMortem(parts: PostMortemParts, viewer: Viewer, key: string, url: URL): Promise<Response> {
  const { at } = read(PostMortemQuery, url.searchParams);
  const search = formatQueryValues({ at: at === null ? null : formatMoment(at) });
  const { head, machines } = await shownIncident(parts, viewer, key, at);
  if (head.movedTo !== null) return new Response(null, { status: 307, headers: { Location: apiPaths.postMortem(head.movedTo, search) } });
  const { row, detail } = head;
  if (row === null || detail === null) throw new Refusal(404, "Not there", incidentUnknownText(), "key");
  const { fleet, history, statuses, config } = parts;
  const asOf = at ?? fleet.now();
  const recorded = await recordedParts(history, viewer, key, asOf);
  const text = postMortemMarkdown({
    ...{ key: row.id, version: packageVersion(), writtenAt: fleet.now(), asOf, title: row.title, isPartial: row.isPartial, detail, ...recorded },
    isSimulated: statuses().some(({ cluster, version }) => cluster === row.title.cluster && version?.endsWith(SIMULATED_VERSION) === true),
    times: incidentTimes(row, detail),
    machines: machines.slice(0, MOST_MACHINES),
    moreMachines: Math.max(0, head.machines - MOST_MACHINES),
    mostEarlier: MOST_EARLIER,
    link: `${config.publicUrl?.origin ?? url.origin}${hrefAtMoment(pagePaths.incident(row.id), asOf)}`,
  });
  return new Response(text, {
    headers: {
      "Content-Type": "text/markdown; charset=utf-8",
      "Content-Disposition": `attachment; filename="${postMortemFile(row.id)}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Returns the name of the file about the incident of a key. */
export function postMortemFile(key: string): string {
  return `stolos-incident-${key.replace(/[^\w-]/g, "_")}.md`;
}

async function shownIncident({ fleet, history }: PostMortemParts, viewer: Viewer, key: string, at: number | null): Promise<ShownIncident> {
  if (at !== null) return incidentThen(history, (await history.fleetAt(at, viewer.scope)).fleet, viewer, { key, at });
  const one = new VisibleIncidents(fleet, viewer.scope).one(key);
  if (one !== null) {
    const { row, incident } = one.visible;
    const shown = incidentPage(row, incident, { population: one.viewer.population, maySeeReplicas: one.viewer.maySeeReplicas(row.title.cluster), fleet });
    return row.id === key ? shown : { ...shown, head: { ...shown.head, movedTo: row.id } };
  }
  const stored = await storedIncident({ fleet, history }, viewer, key, MOST_MACHINES);
  if (stored !== null && "problem" in stored) throw new Refusal(404, "Not readable", stored.problem, "key");
  if (stored === null) throw new Refusal(404, "Not there", incidentUnknownText(), "key");
  if ("movedTo" in stored) return { head: { movedTo: stored.movedTo, row: null, detail: null, machines: 0, since: null }, machines: [] };
  return { head: stored.state.head, machines: stored.state.rows as readonly IncidentMachine[] };
}

/** Reads the parts that only the history has. Leaves out notes and versions of later moments. */
async function recordedParts(history: History, { scope }: Viewer, key: string, asOf: number) {
  const [found, earlier, notes] = await Promise.all([
    answered(history.incident(key, scope), null),
    answered<EarlierIncidentsAnswer>(history.earlierIncidents({ key }, scope), { cases: null, since: null }),
    answered<IncidentNotesAnswer>(history.incidentNotes({ key }, scope), { visibility: "absent", notes: [] }),
  ]);
  const versions = found === null || "movedTo" in found ? [] : found.versions.filter(({ at }) => at <= asOf);
  return { frozen: versions.at(-1) ?? null, earlier, notes: { ...notes, notes: notes.notes.filter(({ at }) => at <= asOf) } };
}

/** Without a readable history, the file has the parts that the server has in memory. */
async function answered<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal) return otherwise;
    throw error;
  }
}
