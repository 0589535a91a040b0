import type { ActivityRow, ChartMarker, HistoryGap, TimelineAnswer, TimelineSpan } from "@/lib/contract/answers/history";
import { wordOfState } from "@/lib/domain/verdict/verdict";
import { LANES, type Lane } from "@/lib/format/lane-words";
import type { Span } from "./band-reading";

/** What is drawn as a tick in the lane of changes: what somebody or something wrote, not what follows from it. */
const WRITTEN: ReadonlySet<string> = new Set(["labels", "place", "spec", "group-edited", "service-changed", "object-changed"]);

/** What is found within so long of the record's beginning was there before. Milliseconds. */
const START_MS = 5_000;

/** Which lanes a gap hides: whoever does not see the machines sees nothing, whoever does not see istiod's Pods cannot vouch for a connection. */
function isHidden(lane: Lane | "changes", { blindTo }: Pick<HistoryGap, "blindTo">): boolean {
  if (blindTo.length === 0 || blindTo.includes("workloadentries")) return true;
  return blindTo.includes("istiod-pods") && (lane === "connection" || lane === "state");
}

/** The gaps of a lane within the record: before it began, nobody claimed to look. */
export function gapsOf(lane: Lane | "changes", { from, to, gaps, recorded }: TimelineAnswer): readonly HistoryGap[] {
  const begun = Math.max(from, recorded.since ?? to);
  return gaps
    .filter((gap) => isHidden(lane, gap))
    .map((gap) => ({ ...gap, from: Math.max(gap.from, begun), to: Math.min(gap.to, to) }))
    .filter((gap) => gap.to > gap.from);
}

/** The stretches of a lane that reach into the window, each cut to it. A connection to nobody is no stretch: an outage is a real gap. */
export function stretchesOf(lane: Lane, answer: TimelineAnswer): readonly (TimelineSpan & { readonly drawn: Span })[] {
  return answer[lane].flatMap((stretch) => {
    const drawn = { from: Math.max(stretch.from, answer.from), to: Math.min(stretch.to ?? answer.recorded.asOf, answer.to) };
    return drawn.to <= drawn.from || (lane === "connection" && stretch.value === "") ? [] : [{ ...stretch, drawn }];
  });
}

/** The ticks of the lane of changes. */
export function writtenChanges({ changes, from, to }: TimelineAnswer): readonly ActivityRow[] {
  return changes.filter(({ type, at }) => WRITTEN.has(type) && at >= from && at <= to);
}

/** What a lane says at a moment: a stretch, the gap that hides it, or null. */
export function readLane(lane: Lane, answer: TimelineAnswer, at: number): TimelineSpan | HistoryGap | null {
  const gap = gapsOf(lane, answer).find((one) => at >= one.from && at < one.to);
  if (gap !== undefined) return gap;
  return answer[lane].findLast((stretch) => stretch.from <= at && (stretch.to === null || at < stretch.to)) ?? null;
}

/** The moments at which anything begins, ends or is marked: where the arrow keys stop. */
export function stopsOf(answer: TimelineAnswer): readonly number[] {
  const { from, to, changes, markers, gaps } = answer;
  const stretches = LANES.flatMap((lane) => answer[lane].flatMap((one) => [one.from, one.to ?? to, ...one.marks]));
  const all = [from, ...stretches, ...changes.map(({ at }) => at), ...markers.map(({ at }) => at), ...gaps.flatMap((gap) => [gap.from, gap.to]), to];
  return [...new Set(all.filter((at) => at >= from && at <= to))].sort((a, b) => a - b);
}

/** What of the marks around a machine concerns it: its own replicas, its group, its Services; not who else was lost, nor what was there at the start. */
export function marksAround({ markers, connection, recorded }: TimelineAnswer): readonly ChartMarker[] {
  const replicas = new Set(connection.map(({ value }) => value));
  return markers.filter(({ kind, detail, at }) => {
    if (kind === "istiod") return detail.split(", ").some((name) => replicas.has(name));
    if (kind === "incident") return true;
    return kind !== "losses" && at - (recorded.since ?? at) > START_MS;
  });
}

/** The moments from which on nobody could vouch for the connection, with the replica that had held it. */
export function doubtsOf(answer: TimelineAnswer): readonly { readonly at: number; readonly replica: string; readonly detail: string }[] {
  return answer.connection
    .filter(({ state, from, fromAtLeast }) => state === "unverified" && !fromAtLeast && from >= answer.from && from <= answer.to)
    .map(({ from, value, detail }) => ({ at: from, replica: value, detail }));
}

/** The moment at which the machine failed or was lost, if it still is and the moment was observed; else empty. A planned end is neither. */
export function troubleOf(answer: TimelineAnswer): readonly { readonly at: number; readonly word: "failed" | "lost"; readonly detail: string }[] {
  const isShown = (at: number) => at >= answer.from && at <= answer.to;
  const { last } = answer;
  if (last !== null) return last.planned || last.notBefore !== null || !isShown(last.endedAt) ? [] : [{ at: last.endedAt, word: "lost", detail: "" }];
  if (answer.state.at(-1)?.to !== null) return [];
  // A gap divides the time of one failure into spans.
  const before = answer.state.findLastIndex(({ state }) => wordOfState(state) !== "unhealthy");
  const first = answer.state[before + 1];
  if (first === undefined || first.fromAtLeast || !isShown(first.from)) return [];
  return [{ at: first.from, word: "failed", detail: first.detail }];
}
