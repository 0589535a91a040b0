import type { HistoryGap, TimelineSpan } from "@/lib/contract/answers/history";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { sourceOfGapText } from "@/lib/domain/source/source";
import type { Since } from "@/lib/domain/verdict/since";
import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES, type State } from "@/lib/domain/verdict/verdict";
import { joined, type Span, uncovered } from "./spans";

/** A version as the lanes read it, in order of time. */
export interface LaneVersion {
  readonly from: number;
  readonly to: number | null;
  readonly fromAtLeast: boolean;
  /** Of the first version: when its state began, perhaps before it. */
  readonly since: Since;
  readonly entry: WorkloadEntry;
  readonly state: State;
  readonly vouched: boolean;
  readonly connection: string;
  readonly confirmedAt: number | null;
}

export interface Lanes {
  readonly connection: TimelineSpan[];
  readonly health: TimelineSpan[];
  readonly state: TimelineSpan[];
}

/** The lanes of one incarnation within a window. `renewals`: when its connection was made anew without an outage. Nothing is drawn where nobody looked. */
export function lanesOf(versions: readonly LaneVersion[], span: Span, gaps: readonly HistoryGap[], renewals: readonly number[]): Lanes {
  const holes = joined(gaps.filter(({ blindTo }) => blindTo.length === 0));
  const unvouched = joined(gaps.filter(({ blindTo }) => blindTo.some((blind) => sourceOfGapText(blind) === "istiod-pods")));
  const drawn = (stretches: readonly TimelineSpan[]) => stretches.flatMap((stretch) => cut(stretch, holes, span));
  return {
    connection: drawn(runs(versions.map(connectionOf))).map((stretch) => ({ ...stretch, marks: renewals.filter((at) => isWithin(at, stretch)) })),
    health: drawn(runs(versions.map(healthOf))).map((stretch) => ({ ...stretch, marks: confirmations(versions).filter((at) => isWithin(at, stretch)) })),
    state: drawn(begunEarlier(runs(versions.map(stateOf)), versions[0])).flatMap((stretch) => doubted(stretch, unvouched)),
  };
}

/** The first stretch of a lane of states begins when its state did, which a version before those that are read may tell. */
function begunEarlier([first, ...rest]: readonly TimelineSpan[], version: LaneVersion | undefined): TimelineSpan[] {
  if (first === undefined || version === undefined) return [];
  const { at, notBefore } = version.since;
  return [at < first.from ? { ...first, from: at, fromAtLeast: notBefore !== null } : first, ...rest];
}

/** Observed time in each state, by its code. */
export function timeInState(stretches: readonly TimelineSpan[], { from, to }: Span): number[] {
  const spent = (state: State) =>
    stretches.filter((one) => one.value === state).reduce((sum, one) => sum + Math.max(0, Math.min(to, one.to ?? to) - Math.max(from, one.from)), 0);
  return codedCounts(STATES.map(spent));
}

/** What of a stretch lies in the window and was seen. A stretch that goes on has no end. */
export function cut(stretch: TimelineSpan, holes: readonly Span[], { from, to }: Span): TimelineSpan[] {
  const end = stretch.to ?? to;
  if (end < from || stretch.from > to) return [];
  const pieces = uncovered(holes, { from: stretch.from, to: Math.max(end, stretch.from) });
  return pieces
    .filter((piece) => piece.to > from)
    .map((piece) => ({
      ...stretch,
      from: piece.from,
      to: piece.to === end ? stretch.to : piece.to,
      // After a gap nobody knows when within it this began.
      fromAtLeast: stretch.fromAtLeast || piece.from > stretch.from,
    }));
}

type Piece = Omit<TimelineSpan, "marks"> & { readonly key: string };

/** Versions that say the same of a lane are one stretch of it. */
function runs(pieces: readonly Piece[]): TimelineSpan[] {
  const found: (TimelineSpan & { key: string })[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last !== undefined && last.key === piece.key && last.to === piece.from) found[found.length - 1] = { ...last, to: piece.to, detail: piece.detail };
    else found.push({ ...piece, marks: [] });
  }
  return found.map(({ key: _, ...stretch }) => stretch);
}

function connectionOf({ from, to, fromAtLeast, entry, connection, state }: LaneVersion): Piece {
  const held = connection === "connected" || connection === "overdue";
  const doubted = connection === "ghost" || connection === "leaked";
  const shown: State = doubted
    ? "unverified"
    : held
      ? connection === "overdue"
        ? "overdue"
        : "healthy"
      : connection === "reconnecting"
        ? "reconnecting"
        : connection === "disconnected"
          ? "disconnected"
          : state === "unreadable"
            ? "unreadable"
            : "unchecked";
  const value = held || doubted ? entry.controller : "";
  // A late renewal is the same session still: only its colour tells.
  return { key: `${connection} ${value}`, from, to, fromAtLeast, value, state: shown, detail: connection };
}

function healthOf({ from, to, fromAtLeast, entry }: LaneVersion): Piece {
  const status = entry.health?.status ?? "";
  const state: State = status === "True" ? "healthy" : status === "False" ? "unhealthy" : "unchecked";
  return { key: status, from, to, fromAtLeast, value: status, state, detail: entry.health?.message ?? "" };
}

function stateOf({ from, to, fromAtLeast, state, vouched, entry }: LaneVersion): Piece {
  const shown = state === "healthy" && !vouched ? "unverified" : state;
  return { key: `${state} ${shown}`, from, to, fromAtLeast, value: state, state: shown, detail: state === "unhealthy" ? (entry.health?.message ?? "") : "" };
}

/** Where nobody saw istiod's Pods, nobody can vouch for a healthy machine: it is drawn as what is not known. */
function doubted(stretch: TimelineSpan, unvouched: readonly Span[]): TimelineSpan[] {
  if (stretch.state !== "healthy" || unvouched.length === 0) return [stretch];
  const far = stretch.to ?? Number.MAX_SAFE_INTEGER;
  const whole = { from: stretch.from, to: far };
  const sure = uncovered(unvouched, whole).map((span) => ({ ...stretch, ...span }));
  const unsure = uncovered(sure, whole).map((span) => ({ ...stretch, ...span, state: "unverified" as const, detail: "nobody could see istiod's Pods" }));
  return [...sure, ...unsure].sort((a, b) => a.from - b.from).map((one) => (one.to === far ? { ...one, to: stretch.to } : one));
}

function confirmations(versions: readonly LaneVersion[]): number[] {
  return versions.flatMap(({ confirmedAt }) => confirmedAt ?? []);
}

function isWithin(at: number, { from, to }: TimelineSpan): boolean {
  return at >= from && (to === null || at < to);
}
