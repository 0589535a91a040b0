import { truncateText } from "@/lib/domain/object/clean-text";
import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import type { Zone } from "./clock";
import { shortReplicaName } from "./istiod-question";
import { probeReason } from "./probe-error";
import { rowWord } from "./state-words";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { plural } from "./text/numbers";
import { formatMoment } from "./time-ticks";
import { replicaNameEnd } from "./workload-words";

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The lanes of a machine's timeline, from the top. */
export const LANES = ["existence", "connection", "health", "state"] as const;
export type Lane = (typeof LANES)[number];

/** The label of each lane. */
export const LANE_NAMES: Record<Lane | "changes", string> = {
  existence: "entry",
  connection: "connection",
  health: "health",
  state: "traffic",
  changes: "changes",
};

/** The values of one segment of a lane; times in milliseconds. */
export interface LaneSegment {
  readonly from: number;
  readonly to: number | null;
  readonly fromAtLeast: boolean;
  readonly value: string;
  readonly state: State;
  readonly detail: string;
  readonly marks: readonly number[];
}

/** Returns the label of a segment: "istiod-7c9f-a · renewed 03:46:10", "healthy · confirmed 03:46:12", "uid 57fd… · since 12 Nov 09:41:03". */
export function segmentLabel(lane: Lane, stretch: LaneSegment, now: number, zone: Zone): string {
  return segmentLabels(lane, stretch, now, zone)[0] ?? "";
}

/** Returns the labels of a segment, longest first. A shortened reason keeps its end: "connection refused", "refused". */
export function segmentLabels(lane: Lane, stretch: LaneSegment, now: number, zone: Zone): readonly string[] {
  const last = stretch.marks.at(-1);
  switch (lane) {
    case "existence":
      return stretch.fromAtLeast ? [uidLabel(stretch)] : [`${uidLabel(stretch)} · since ${formatMoment(stretch.from, now, zone)}`, uidLabel(stretch)];
    case "connection":
      return [...(last === undefined ? [] : [`${stretch.value} · ${renewedWords(stretch.marks, now, zone)}`]), ...replicaLabels(stretch.value)];
    case "health": {
      const ends = wordEnds(reportWords(stretch));
      return last === undefined ? ends : [`${ends[0]} · confirmed ${formatMoment(last, now, zone)}`, ...ends];
    }
    case "state":
      return [TRAFFIC[wordOfState(stretch.state)], ...wordEnds(rowWord(stretch.state))];
  }
}

/** The name of a replica: in full, without the hash of its ReplicaSet, and its end. */
function replicaLabels(name: string): readonly string[] {
  return [...new Set([name, shortReplicaName(name), replicaNameEnd(name)])];
}

/** Whether istiod sends a machine in a state to callers with a sidecar. The history does not store which services select it. */
const TRAFFIC: Readonly<Record<StateWord, string>> = {
  healthy: "ready for traffic",
  unchecked: "ready, not checked",
  reconnecting: "ready, reconnecting",
  unhealthy: "none",
  lost: "none: lost",
  unverified: "ready, unverified",
  draining: "none: draining",
  starting: "none: no report yet",
};

/** Returns the text, and its endings from each word on. */
function wordEnds(text: string): readonly string[] {
  const words = text.split(" ");
  return words.map((_, index) => words.slice(index).join(" "));
}

function uidLabel({ value }: LaneSegment): string {
  return `uid ${shortUid(value)}`;
}

/** Returns a segment in running text, for tooltips and screen readers: "connected to istiod-7c9f-a since 03:30:00, renewed 03:46:10". */
export function segmentSentence(lane: Lane, stretch: LaneSegment, now: number, zone: Zone): string {
  const since = `${stretch.fromAtLeast ? "at least " : ""}since ${formatMoment(stretch.from, now, zone)}`;
  const last = stretch.marks.at(-1);
  switch (lane) {
    case "existence":
      return `exists as uid ${stretch.value} ${since}`;
    case "connection":
      return `${connectionWords(stretch)} ${since}${last === undefined ? "" : `, ${renewedWords(stretch.marks, now, zone)}`}`;
    case "health":
      return `${reportWords(stretch)} ${since}${last === undefined ? "" : `, confirmed ${formatMoment(last, now, zone)}`}`;
    case "state":
      return `${rowWord(stretch.state)} ${since}`;
  }
}

/** Returns the text of a lane at a time without a segment. */
export function emptyLaneText(lane: Lane): string {
  switch (lane) {
    case "existence":
      return "there is no entry";
    case "connection":
      return "not connected";
    case "health":
      return "no report";
    case "state":
      return "";
  }
}

/** A uid that is short enough for a lane. */
function shortUid(uid: string): string {
  return uid.length > 8 ? `${truncateText(uid, 4)}…` : uid;
}

/**
 * Returns the changes of health in a day: "2 flaps in 24 h", "no flap in 24 h", "2 flaps in 8 min observed", "flaps not recorded". `observedMs`: the
 * part of the day in which the machine or group existed and was observed.
 */
export function flapCountText(flaps: number | null, observedMs: number): string {
  if (flaps === null) return "flaps not recorded";
  const time = observedMs > DAY_MS - MINUTE_MS ? "24 h" : `${formatSpan(observedMs)} observed`;
  return flaps === 0 ? `no flap in ${time}` : `${plural(flaps, "flap")} in ${time}`;
}

/** A change of state. `at` in milliseconds. */
interface StateChange {
  readonly at: number;
  readonly from: State;
  readonly to: State;
  readonly detail: string;
}

type SpanOfState = Pick<LaneSegment, "from" | "state" | "detail">;

/** Returns the changes between segments of the lane "state", newest first. Leaves out gaps within one state, and reconnects. */
export function stateChanges(spans: readonly SpanOfState[]): readonly StateChange[] {
  const lasting = spans.filter((span, index) => !isRoutineReconnect(span, spans[index - 1], spans[index + 1]));
  const changes = lasting.flatMap(({ from: at, state: to, detail }, index) => {
    const before = lasting[index - 1]?.state;
    return before === undefined || before === to ? [] : [{ at, from: before, to, detail }];
  });
  return changes.reverse();
}

/** True if the machine had the same state before and after. */
function isRoutineReconnect({ state }: SpanOfState, before: SpanOfState | undefined, after: SpanOfState | undefined): boolean {
  return wordOfState(state) === "reconnecting" && before !== undefined && before.state === after?.state;
}

/** Returns a share of time in percent, rounded down: "97.1 %", "under 0.1 %". Milliseconds. */
export function timeShareText(part: number, whole: number): string {
  const tenths = whole > 0 ? Math.floor((part / whole) * 1000) : 0;
  return tenths === 0 && part > 0 ? "under 0.1 %" : `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

/** Returns the duration of a segment: "12 min", or "12 min+" if its start was not observed. Milliseconds. */
export function segmentDurationText({ from, to, fromAtLeast }: Pick<LaneSegment, "from" | "to" | "fromAtLeast">, now: number): string {
  return `${formatSpan((to ?? now) - from)}${fromAtLeast ? "+" : ""}`;
}

function renewedWords(marks: readonly number[], now: number, zone: Zone): string {
  const last = marks.at(-1) ?? now;
  return marks.length === 1 ? `renewed ${formatMoment(last, now, zone)}` : `renewed ${marks.length}×, last ${formatMoment(last, now, zone)}`;
}

function connectionWords({ value, state }: LaneSegment): string {
  if (value === "") return state === "reconnecting" ? "left, may be back," : "not connected";
  if (state === "overdue") return `connected to ${value}, overdue to renew,`;
  return state === "unverified" ? `connected to ${value}, unverified,` : `connected to ${value}`;
}

function reportWords({ value, detail }: LaneSegment): string {
  if (value === "False") return detail === "" ? "failed" : probeReason(detail);
  if (value === "True") return "healthy";
  return value === "" ? "no report" : value;
}
