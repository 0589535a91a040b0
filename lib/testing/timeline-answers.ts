import type { TimelineAnswer, TimelineSpan } from "@/lib/contract/answers/history";
import { countsOf, ROWS_NOW } from "./rows";

const minute = 60_000;

/** A stretch from so many minutes before the moment of the rows until so many, or still. */
export function aStretch(value: string, fromMinutes: number, toMinutes: number | null, change: Partial<TimelineSpan> = {}): TimelineSpan {
  const to = toMinutes === null ? null : ROWS_NOW - toMinutes * minute;
  return { from: ROWS_NOW - fromMinutes * minute, to, fromAtLeast: false, value, state: "healthy", detail: "", marks: [], ...change };
}

/** The last hour of a machine that was well all the time, with what a test says otherwise. */
export function aTimeline(change: Partial<TimelineAnswer> = {}): TimelineAnswer {
  return {
    from: ROWS_NOW - 60 * minute,
    to: ROWS_NOW,
    incarnations: [{ uid: "57fd0001", from: ROWS_NOW - 9 * 1440 * minute, fromAtLeast: false, endedAt: null, notBefore: null, cause: "", planned: false }],
    last: null,
    existence: [aStretch("57fd0001", 9 * 1440, null)],
    connection: [aStretch("istiod-7c9f-b", 60, null)],
    health: [aStretch("True", 60, null)],
    state: [aStretch("healthy", 60, null)],
    changes: [],
    gaps: [],
    markers: [],
    timeInState: countsOf({ healthy: 60 * minute }),
    flaps24h: 0,
    flapsObservedMs: 86_400_000,
    confirmedAt: ROWS_NOW - 21 * minute,
    recorded: { since: ROWS_NOW - 600 * minute, asOf: ROWS_NOW, status: "recording", notice: "" },
    ...change,
  };
}
