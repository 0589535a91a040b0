import type { IncidentTitle } from "./title";

/**
 * The looks of the circle with the number of an incident, in rows and in charts. "unverified": only unverified machines. "unknown": its cluster is not observed.
 */
export type IncidentLook = "open" | "unverified" | "unknown" | "recovering" | "planned" | "over" | "long-running";

type LookInput = Pick<IncidentTitle, "state" | "failed" | "lost" | "unverified" | "services" | "unknownSince" | "planned">;

/** Returns the look of an incident. */
export function incidentLook({ state, failed, lost, unverified, services, unknownSince, planned }: LookInput): IncidentLook {
  if (state === "over" || state === "long-running") return state;
  if (unknownSince !== null) return "unknown";
  if (planned !== null) return "planned";
  if (state === "recovering") return "recovering";
  return unverified > 0 && failed + lost + services.length === 0 ? "unverified" : "open";
}

/** An event with a number in a chart. `id`: the key of an incident, or the id of a rollout of istiod. `to` null = it lasts. Milliseconds. */
export interface NumberedEvent {
  readonly id: string;
  readonly from: number;
  readonly to: number | null;
}

/** An incident with what its number depends on: a row of the view "incidents" is one. */
export interface NumberedIncident {
  readonly id: string;
  readonly title: Pick<IncidentTitle, "state" | "since" | "endedAt">;
}

/** Returns the events of incidents. A long-running one has none: it has no number, and the chart shows it as the thin line. */
export function incidentEvents(incidents: readonly NumberedIncident[]): readonly NumberedEvent[] {
  return incidents.flatMap(({ id, title: { state, since, endedAt } }) => (state === "long-running" ? [] : [{ id, from: since, to: endedAt }]));
}

/** Returns the events of rollouts of istiod. They have a number and no height: no machine is in trouble by a rollout alone. Milliseconds. */
export function rolloutEvents(rollouts: readonly { readonly rollout?: string | undefined; readonly at: number }[]): readonly NumberedEvent[] {
  return rollouts.flatMap(({ rollout: id, at }) => (id === undefined ? [] : [{ id, from: at, to: at }]));
}

/**
 * Returns the number of each event by its id: its position in a chart of a span, the oldest = 1. An event that lasts into the span has one, too. The numbers hold
 * for that span only; the key of an incident is permanent. Milliseconds.
 */
export function chartNumbers(events: readonly NumberedEvent[], span: { readonly from: number; readonly to: number }): ReadonlyMap<string, number> {
  const inSpan = events.filter(({ from, to }) => from <= span.to && (to === null || to >= span.from));
  const ids = [...inSpan].sort((a, b) => a.from - b.from || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
  return new Map([...new Set(ids)].map((id, index) => [id, index + 1]));
}
