import { truncateText } from "@/lib/domain/object/clean-text";
import { type State, type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import type { Zone } from "./clock";
import { probeReason } from "./probe-error";
import { rowWord } from "./state-words";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { plural } from "./text/numbers";
import { formatMoment } from "./time-ticks";

const DAY_MS = 24 * 60 * MINUTE_MS;

/** The swimlanes of a machine, from above. */
export const LANES = ["existence", "connection", "health", "state"] as const;
export type Lane = (typeof LANES)[number];

/** The name in front of each lane. */
export const LANE_NAMES: Record<Lane | "changes", string> = {
  existence: "entry",
  connection: "connection",
  health: "health",
  state: "traffic",
  changes: "changes",
};

/** What the words of a stretch need of it; times in milliseconds. */
export interface LaneStretch {
  readonly from: number;
  readonly to: number | null;
  readonly fromAtLeast: boolean;
  readonly value: string;
  readonly state: State;
  readonly detail: string;
  readonly marks: readonly number[];
}

/** The label of a stretch: "istiod-7c9f-a · renewed 03:46:10", "healthy · confirmed 03:46:12", "uid 57fd… · since 12 Nov 09:41:03". */
export function stretchLabel(lane: Lane, stretch: LaneStretch, now: number, zone: Zone): string {
  return stretchLabels(lane, stretch, now, zone)[0] ?? "";
}

/** The labels of a stretch, the longest first. A reason loses its beginning, never its end: "connection refused", "refused". */
export function stretchLabels(lane: Lane, stretch: LaneStretch, now: number, zone: Zone): readonly string[] {
  const last = stretch.marks.at(-1);
  switch (lane) {
    case "existence":
      return stretch.fromAtLeast ? [uidLabel(stretch)] : [`${uidLabel(stretch)} · since ${formatMoment(stretch.from, now, zone)}`, uidLabel(stretch)];
    case "connection":
      return last === undefined ? [stretch.value] : [`${stretch.value} · ${renewedWords(stretch.marks, now, zone)}`, stretch.value];
    case "health": {
      const ends = wordEnds(reportWords(stretch));
      return last === undefined ? ends : [`${ends[0]} · confirmed ${formatMoment(last, now, zone)}`, ...ends];
    }
    case "state":
      return [TRAFFIC[wordOfState(stretch.state)], ...wordEnds(rowWord(stretch.state))];
  }
}

/** What istiod does with a machine in a state, for callers with a sidecar. */
const TRAFFIC: Readonly<Record<StateWord, string>> = {
  healthy: "gets traffic",
  unchecked: "gets traffic, not checked",
  reconnecting: "gets traffic, reconnecting",
  unhealthy: "none",
  lost: "none: lost",
  unverified: "gets traffic, unverified",
  draining: "none: draining",
  starting: "none: no report yet",
};

/** A text, and its shorter ends. */
function wordEnds(text: string): readonly string[] {
  const words = text.split(" ");
  return words.map((_, index) => words.slice(index).join(" "));
}

function uidLabel({ value }: LaneStretch): string {
  return `uid ${shortUid(value)}`;
}

/** The same in running text, for who points at it or hears it: "connected to istiod-7c9f-a since 03:30:00, renewed 03:46:10". */
export function stretchSentence(lane: Lane, stretch: LaneStretch, now: number, zone: Zone): string {
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

/** What a lane says where nothing is in it. */
export function nothingWords(lane: Lane): string {
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

/** A uid as far as a lane has room for it. */
function shortUid(uid: string): string {
  return uid.length > 8 ? `${truncateText(uid, 4)}…` : uid;
}

/**
 * Turns of health in a day: "2 flaps in 24 h", "no flap in 24 h", "2 flaps in 8 min observed", "flaps not recorded". `observedMs`: for so long of the day
 * the machine, or the group, existed and was watched.
 */
export function flapWords(flaps: number | null, observedMs: number): string {
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

type SpanOfState = Pick<LaneStretch, "from" | "state" | "detail">;

/** Returns the changes between the observed spans of a state lane, newest first. A gap between two spans of one state is no change, nor is a reconnect. */
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

/** A share of a time in percent, rounded down: "97.1 %", "under 0.1 %". Milliseconds. */
export function shareWords(part: number, whole: number): string {
  const tenths = whole > 0 ? Math.floor((part / whole) * 1000) : 0;
  return tenths === 0 && part > 0 ? "under 0.1 %" : `${Math.floor(tenths / 10)}.${tenths % 10} %`;
}

/** How long something lasted: "12 min", or "12 min+" if its beginning was not observed. Milliseconds. */
export function lastedWords({ from, to, fromAtLeast }: Pick<LaneStretch, "from" | "to" | "fromAtLeast">, now: number): string {
  return `${formatSpan((to ?? now) - from)}${fromAtLeast ? "+" : ""}`;
}

function renewedWords(marks: readonly number[], now: number, zone: Zone): string {
  const last = marks.at(-1) ?? now;
  return marks.length === 1 ? `renewed ${formatMoment(last, now, zone)}` : `renewed ${marks.length}×, last ${formatMoment(last, now, zone)}`;
}

function connectionWords({ value, state }: LaneStretch): string {
  if (value === "") return state === "reconnecting" ? "left, may be back," : "not connected";
  if (state === "overdue") return `connected to ${value}, overdue to renew,`;
  return state === "unverified" ? `connected to ${value}, unverified,` : `connected to ${value}`;
}

function reportWords({ value, detail }: LaneStretch): string {
  if (value === "False") return detail === "" ? "failed" : probeReason(detail);
  if (value === "True") return "healthy";
  return value === "" ? "no report" : value;
}
