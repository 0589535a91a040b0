import type { ActivityRow, ChartMarker, HistoryGap, TimelineAnswer, TimelineSpan } from "@/lib/contract/answers/history";
import { wordOfState } from "@/lib/domain/verdict/verdict";
import { LANES, type Lane } from "@/lib/format/swimlane-text";
import type { TimeSpan } from "./state-chart-values";

/** Changes that have a tick: writes to an object. State changes that follow from a write have none. */
const WRITTEN: ReadonlySet<string> = new Set(["labels", "place", "spec", "group-edited", "service-changed", "object-changed"]);

/** Objects seen this soon after the history's start existed before. Milliseconds. */
const START_MS = 5_000;

/** A gap without entries hides every lane. A gap without istiod's Pods hides connection and state, because only Pods prove a connection. */
function isHidden(lane: Lane | "changes", { blindTo }: Pick<HistoryGap, "blindTo">): boolean {
  if (blindTo.length === 0 || blindTo.includes("workloadentries")) return true;
  return blindTo.includes("istiod-pods") && (lane === "connection" || lane === "state");
}

/** Returns the gaps that hide a lane, cut to the window. Time before the history began is no gap, because Stolos did not observe then. */
export function laneGaps(lane: Lane | "changes", { from, to, gaps, recorded }: TimelineAnswer): readonly HistoryGap[] {
  const begun = Math.max(from, recorded.since ?? to);
  return gaps
    .filter((gap) => isHidden(lane, gap))
    .map((gap) => ({ ...gap, from: Math.max(gap.from, begun), to: Math.min(gap.to, to) }))
    .filter((gap) => gap.to > gap.from);
}

/** Returns the segments of a lane that overlap the window, with the visible part of each. Time without a connection has no segment. */
export function laneSegments(lane: Lane, answer: TimelineAnswer): readonly (TimelineSpan & { readonly drawn: TimeSpan })[] {
  return answer[lane].flatMap((stretch) => {
    const drawn = { from: Math.max(stretch.from, answer.from), to: Math.min(stretch.to ?? answer.recorded.asOf, answer.to) };
    return drawn.to <= drawn.from || (lane === "connection" && stretch.value === "") ? [] : [{ ...stretch, drawn }];
  });
}

/** Returns the changed objects in the window, which are the ticks of the lane "changes". */
export function objectChanges({ changes, from, to }: TimelineAnswer): readonly ActivityRow[] {
  return changes.filter(({ type, at }) => WRITTEN.has(type) && at >= from && at <= to);
}

/** Returns the value of a lane at a point in time: a segment, the gap that hides it, or null. */
export function laneValueAt(lane: Lane, answer: TimelineAnswer, at: number): TimelineSpan | HistoryGap | null {
  const gap = laneGaps(lane, answer).find((one) => at >= one.from && at < one.to);
  if (gap !== undefined) return gap;
  return answer[lane].findLast((stretch) => stretch.from <= at && (stretch.to === null || at < stretch.to)) ?? null;
}

/** Returns the times at which the arrow keys stop: each start, end, renewal, change and marker, sorted. Milliseconds. */
export function swimlaneKeyStops(answer: TimelineAnswer): readonly number[] {
  const { from, to, changes, markers, gaps } = answer;
  const stretches = LANES.flatMap((lane) => answer[lane].flatMap((one) => [one.from, one.to ?? to, ...one.marks]));
  const all = [from, ...stretches, ...changes.map(({ at }) => at), ...markers.map(({ at }) => at), ...gaps.flatMap((gap) => [gap.from, gap.to]), to];
  return [...new Set(all.filter((at) => at >= from && at <= to))].sort((a, b) => a - b);
}

/**
 * Returns the markers that concern this machine: its replicas, group and services, and its incidents. Leaves out losses of other machines and objects
 * that existed when the history began.
 */
export function markersOfMachine({ markers, connection, recorded }: TimelineAnswer): readonly ChartMarker[] {
  const replicas = new Set(connection.map(({ value }) => value));
  return markers.filter(({ kind, detail, at }) => {
    if (kind === "istiod") return detail.split(", ").some((name) => replicas.has(name));
    if (kind === "incident") return true;
    return kind !== "losses" && at - (recorded.since ?? at) > START_MS;
  });
}

/** Returns the observed times at which the connection became unverified, with the replica that held it. */
export function unverifiedTimes(answer: TimelineAnswer): readonly { readonly at: number; readonly replica: string; readonly detail: string }[] {
  return answer.connection
    .filter(({ state, from, fromAtLeast }) => state === "unverified" && !fromAtLeast && from >= answer.from && from <= answer.to)
    .map(({ from, value, detail }) => ({ at: from, replica: value, detail }));
}

/**
 * Returns the time of the current failure or loss, as a list with at most one item. Empty if the machine recovered, left as planned, or the moment
 * was not observed.
 */
export function currentFailure(answer: TimelineAnswer): readonly { readonly at: number; readonly word: "failed" | "lost"; readonly detail: string }[] {
  const isShown = (at: number) => at >= answer.from && at <= answer.to;
  const { last } = answer;
  if (last !== null) return last.planned || last.notBefore !== null || !isShown(last.endedAt) ? [] : [{ at: last.endedAt, word: "lost", detail: "" }];
  if (answer.state.at(-1)?.to !== null) return [];
  // A gap splits one failure into several segments.
  const before = answer.state.findLastIndex(({ state }) => wordOfState(state) !== "unhealthy");
  const first = answer.state[before + 1];
  if (first === undefined || first.fromAtLeast || !isShown(first.from)) return [];
  return [{ at: first.from, word: "failed", detail: first.detail }];
}
