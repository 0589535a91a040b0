import type { ChartMarker } from "@/lib/contract/answers/history";
import { pagePaths } from "@/lib/contract/url/paths";
import type { IncidentRow } from "@/lib/contract/views/incidents";
import { chartNumbers, type IncidentLook, incidentEvents, incidentLook, rolloutEvents } from "@/lib/domain/incidents/chart-number";
import type { IncidentTitle } from "@/lib/domain/incidents/title";
import { incidentTitleText } from "@/lib/format/incident-title";
import type { EventMarker } from "./marker-labels";
import type { TimeSpan } from "./state-chart-values";

/** An incident or a rollout in a chart. `at`: its beginning, in milliseconds. `id`: the key of an incident, or the id of a rollout. */
export interface IncidentCircleMarker {
  readonly kind: "incident" | "rollout";
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
 * Returns the incidents of a chart with their numbers, the oldest first. `incidents`: those of the page that overlap the window of the chart, also long-running
 * ones; null = not known yet, and nothing has a number before. `markers`: those of the history, for a page that has not all rows. Incidents that only they have
 * are over. `rollouts`: the markers of rollouts that have a number, too.
 */
export function incidentCircles(
  span: TimeSpan,
  incidents: readonly ChartIncident[] | null,
  markers: readonly ChartMarker[] = [],
  rollouts: readonly ChartMarker[] = [],
): readonly IncidentCircleMarker[] {
  if (incidents === null) return [];
  const titles = new Map(incidents.map(({ id, title }) => [id, title]));
  const ofMarkers = markers.flatMap(({ at, incident: id }) => (id === undefined || titles.has(id) ? [] : [{ id, from: at, to: at }]));
  const events = [...incidentEvents(incidents), ...ofMarkers];
  const numbers = chartNumbers([...events, ...rolloutEvents(rollouts)], span);
  const marks = events.flatMap(({ id, from: at }): IncidentCircleMarker[] => {
    const [number, title] = [numbers.get(id), titles.get(id)];
    if (number === undefined) return [];
    const common = { kind: "incident", id, number, at, href: pagePaths.incident(id) } as const;
    return [
      title === undefined ? { ...common, look: "over", title: `Incident ${id}` } : { ...common, look: incidentLook(title), title: incidentTitleText(title) },
    ];
  });
  return [...marks, ...rolloutMarks(rollouts, numbers)].sort((a, b) => a.number - b.number);
}

/** A rollout has no colour: it hurts no machine. */
function rolloutMarks(rollouts: readonly ChartMarker[], numbers: ReadonlyMap<string, number>): readonly IncidentCircleMarker[] {
  return rollouts.flatMap(({ rollout: id, at, label }): readonly IncidentCircleMarker[] => {
    const number = id === undefined ? undefined : numbers.get(id);
    if (id === undefined || number === undefined) return [];
    return [{ kind: "rollout", id, number, at, look: "over", title: label, href: pagePaths.controlPlane(new URLSearchParams({ rollout: id }).toString()) }];
  });
}

/** Losses within this time around an incident belong to it. Milliseconds. */
const SAME_TROUBLE_MS = 120_000;

/** Returns the markers that are drawn as text. Incidents with a circle, and losses that belong to an incident, are left out. */
export function markersWithoutCircle(
  marks: readonly EventMarker[],
  numbered: readonly IncidentCircleMarker[],
  incidents: readonly ChartIncident[],
): readonly EventMarker[] {
  const circled = new Set(numbered.map(({ kind, at }) => `${kind === "rollout" ? "istiod" : kind} ${at}`));
  const isOfIncident = (at: number) =>
    incidents.some(({ title: { since, endedAt } }) => at >= since - SAME_TROUBLE_MS && at <= (endedAt ?? Number.POSITIVE_INFINITY) + SAME_TROUBLE_MS);
  return marks.filter(({ at, kind }) => {
    return kind === "losses" ? !isOfIncident(at) : !circled.has(`${kind} ${at}`);
  });
}

/** Machines in a long-running incident, by state: in trouble since `since`, without a new failure for 24 h. Milliseconds. */
export interface LongRunningMachines extends Readonly<Record<"unhealthy" | "lost" | "unverified", number>> {
  readonly since: number;
  /** The group or machine of the incident, or "". */
  readonly name: string;
}

/** Returns the machines of the long-running incidents. Headlines leave them out, and charts draw them as one thin line. */
export function longRunningMachines(incidents: readonly ChartIncident[]): readonly LongRunningMachines[] {
  return incidents.flatMap(({ title }) => {
    const { state, failed, lost, unverified, since } = title;
    return state === "long-running" && failed + lost + unverified > 0 ? [{ since, name: troubleName(title), unhealthy: failed, lost, unverified }] : [];
  });
}

function troubleName({ machine, groups, moreGroups }: IncidentTitle): string {
  return machine ?? (moreGroups === 0 && groups.length === 1 ? (groups[0] ?? "") : "");
}
