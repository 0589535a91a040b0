import type { ChartMarker } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { chartNumbers, type IncidentLook, incidentEvents, incidentLook } from "@/lib/domain/incidents/chart-number";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { incidentTitleText } from "@/lib/format/incident-title";
import type { Span } from "./band-reading";
import type { Marked } from "./marker-row";

/** An incident as a numbered circle above a chart. `at`: its start, in milliseconds. `id`: its key. */
export interface NumberedMark {
  readonly id: string;
  readonly number: number;
  readonly at: number;
  readonly look: IncidentLook;
  readonly title: string;
  readonly href: string;
}

/** The fields of an incident that a chart needs. Rows of the view "incidents" have them. */
export type ChartIncident = Pick<IncidentRow, "id" | "title">;

/**
 * Returns the numbered circles of a chart, oldest incident first. `incidents`: those that overlap the window, also long-running ones; null = not
 * loaded yet, and no circle has a number. `markers`: those of the history, for a page without all incident rows. An incident that only a marker has
 * is over.
 */
export function numberedMarks(span: Span, incidents: readonly ChartIncident[] | null, markers: readonly ChartMarker[] = []): readonly NumberedMark[] {
  if (incidents === null) return [];
  const titles = new Map(incidents.map(({ id, title }) => [id, title]));
  const ofMarkers = markers.flatMap(({ at, incident: id }) => (id === undefined || titles.has(id) ? [] : [{ id, from: at, to: at }]));
  const events = [...incidentEvents(incidents), ...ofMarkers];
  const numbers = chartNumbers(events, span);
  const marks = events.flatMap(({ id, from: at }): NumberedMark[] => {
    const [number, title] = [numbers.get(id), titles.get(id)];
    if (number === undefined) return [];
    const common = { id, number, at, href: pagePaths.incident(id) };
    return [
      title === undefined ? { ...common, look: "over", title: `Incident ${id}` } : { ...common, look: incidentLook(title), title: incidentTitleText(title) },
    ];
  });
  return marks.sort((a, b) => a.number - b.number);
}

/** Losses within this time around an incident belong to it. Milliseconds. */
const SAME_TROUBLE_MS = 120_000;

/** Returns the markers that are drawn as text. Incidents with a circle, and losses that belong to an incident, are left out. */
export function otherMarks(marks: readonly Marked[], numbered: readonly NumberedMark[], incidents: readonly ChartIncident[]): readonly Marked[] {
  const circled = new Set(numbered.map(({ at }) => at));
  const isOfIncident = (at: number) =>
    incidents.some(({ title: { since, endedAt } }) => at >= since - SAME_TROUBLE_MS && at <= (endedAt ?? Number.POSITIVE_INFINITY) + SAME_TROUBLE_MS);
  return marks.filter(({ at, kind }) => {
    if (kind === "losses") return !isOfIncident(at);
    return !(kind === "incident" && circled.has(at));
  });
}

/** Machines in a long-running incident, by state: in trouble since `since`, without a new failure for 24 h. Milliseconds. */
export interface OldTrouble extends Readonly<Record<"unhealthy" | "lost" | "unverified", number>> {
  readonly since: number;
  /** The group or machine of the incident, or "". */
  readonly name: string;
}

/** Returns the machines of the long-running incidents. Headlines leave them out, and charts draw them as one thin line. */
export function oldTrouble(incidents: readonly ChartIncident[]): readonly OldTrouble[] {
  return incidents.flatMap(({ title }) => {
    const { state, failed, lost, unverified, since } = title;
    return state === "long-running" && failed + lost + unverified > 0 ? [{ since, name: troubleName(title), unhealthy: failed, lost, unverified }] : [];
  });
}

function troubleName({ machine, groups, moreGroups }: IncidentTitle): string {
  return machine ?? (moreGroups === 0 && groups.length === 1 ? (groups[0] ?? "") : "");
}
