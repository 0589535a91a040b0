import type { ChartMarker, StateChartAnswer } from "@/lib/contract/answers/history";
import { expectedPhrase } from "@/lib/format/state-chart-text";
import type { EventMarker } from "./marker-labels";

/** Events this soon after the history's start are objects found by the first list. Milliseconds. */
const FOUND_WITHIN_MS = 10_000;

/** The base weight of each kind: incidents first, then losses, istiod, and changes by users. */
const WEIGHTS: Readonly<Record<ChartMarker["kind"], number>> = {
  incident: 2_000,
  losses: 1_000,
  istiod: 500,
  "group-deleted": 400,
  "group-created": 300,
  "group-edited": 200,
  service: 100,
};

/** Returns the weight of a marker: its kind decides, then the number of affected objects. */
export function markerWeight(kind: ChartMarker["kind"], count: number): number {
  return WEIGHTS[kind] + Math.min(count, 99);
}

/** Returns the markers of a state chart: recorded events, and each change of the expected size. Sorted by time. */
export function stateChartMarkers({ markers, expected, from, recorded }: StateChartAnswer): readonly EventMarker[] {
  const isDeletion = (at: number) => markers.some((marker) => marker.kind === "group-deleted" && marker.at === at);
  const sizes = expected.flatMap((step, index) => {
    const before = expected[index - 1];
    if (before === undefined || step.at <= from || before.size === step.size) return [];
    // The marker of the deletion already explains the missing size.
    if (step.size === null && isDeletion(step.at)) return [];
    const label = step.size === null ? expectedPhrase(step) : before.size === null ? `expected ${step.size}` : `expected ${before.size} → ${step.size}`;
    return [{ at: step.at, label, detail: step.size === null ? "" : expectedPhrase(step), weight: WEIGHTS["group-edited"], kind: "expected-size" }];
  });
  // Objects that existed when the history began were found then, not created.
  const news = markers.filter(({ at, kind }) => kind === "losses" || kind === "incident" || at - (recorded.since ?? at) > FOUND_WITHIN_MS);
  return [...news.map(({ at, label, detail, kind, count }) => ({ at, label, detail, kind, weight: markerWeight(kind, count) })), ...sizes].sort(
    (a, b) => a.at - b.at,
  );
}
