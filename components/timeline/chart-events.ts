import type { ChartMarker } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { chartNumbers, type IncidentLook, incidentEvents, incidentLook } from "@/lib/domain/incidents/chart-number";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { incidentTitleText } from "@/lib/format/incident-title";
import type { Span } from "./band-reading";
import type { Marked } from "./marker-row";

/** An incident in a chart. `at`: its beginning, in milliseconds. `id`: its key. */
export interface NumberedMark {
  readonly id: string;
  readonly number: number;
  readonly at: number;
  readonly look: IncidentLook;
  readonly title: string;
  readonly href: string;
}

/** What a chart needs of an incident: a row of the view "incidents" is one. */
export type ChartIncident = Pick<IncidentRow, "id" | "title">;

/**
 * Returns the incidents of a chart with their numbers, the oldest first. `incidents`: those of the page that overlap the window of the chart, also long-running
 * ones; null = not known yet, and nothing has a number before. `markers`: those of the history, for a page that has not all rows. Incidents that only they have
 * are over.
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

/** Losses of an incident are recorded within this time around it. Milliseconds. */
const SAME_TROUBLE_MS = 120_000;

/** Returns the marks that have no circle. Losses of an incident are that incident, and the chart shows them as machines. */
export function otherMarks(marks: readonly Marked[], numbered: readonly NumberedMark[], incidents: readonly ChartIncident[]): readonly Marked[] {
  const circled = new Set(numbered.map(({ at }) => at));
  const isOfIncident = (at: number) =>
    incidents.some(({ title: { since, endedAt } }) => at >= since - SAME_TROUBLE_MS && at <= (endedAt ?? Number.POSITIVE_INFINITY) + SAME_TROUBLE_MS);
  return marks.filter(({ at, kind }) => {
    if (kind === "losses") return !isOfIncident(at);
    return !(kind === "incident" && circled.has(at));
  });
}

/** Machines that are in trouble since `since`, by their condition, with no new trouble for 24 h. Milliseconds. */
export interface OldTrouble extends Readonly<Record<"unhealthy" | "lost" | "unverified", number>> {
  readonly since: number;
  /** Their group, their machine, or "". */
  readonly name: string;
}

/** Returns the trouble of the long-running incidents among these. The headline has none of it, and a chart shows it as one thin line. */
export function oldTrouble(incidents: readonly ChartIncident[]): readonly OldTrouble[] {
  return incidents.flatMap(({ title }) => {
    const { state, failed, lost, unverified, since } = title;
    return state === "long-running" && failed + lost + unverified > 0 ? [{ since, name: troubleName(title), unhealthy: failed, lost, unverified }] : [];
  });
}

function troubleName({ machine, groups, moreGroups }: IncidentTitle): string {
  return machine ?? (moreGroups === 0 && groups.length === 1 ? (groups[0] ?? "") : "");
}
