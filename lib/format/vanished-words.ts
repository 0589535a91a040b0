import type { Zone } from "./clock";
import { formatSpan } from "./text/duration";
import { joinParts } from "./text/lists";
import { plural } from "./text/numbers";
import { be } from "./text/tense";
import { formatMoment } from "./time-ticks";

/** How far a list of the vanished reaches, and what of that is known. Times in milliseconds; `since` null = nothing is recorded yet. */
export interface VanishedReach {
  readonly from: number;
  readonly to: number;
  readonly recorded: { readonly since: number | null; readonly status: "off" | "starting" | "recording" | "paused"; readonly notice: string };
  readonly notRecordedMs: number;
  readonly older: number;
}

/** What a list of the vanished cannot tell, in sentences; "" where it tells all of its window. */
export function vanishedReach({ from, to, recorded, notRecordedMs, older }: VanishedReach, zone: Zone): string {
  const { since, status, notice } = recorded;
  if (since === null) return "Nothing is recorded yet, so losses are not known.";
  const parts = [
    since > from ? `Recorded since ${formatMoment(since, to, zone)}: earlier losses are not known.` : "",
    notRecordedMs >= LEAST_MS ? `Nobody recorded ${formatSpan(notRecordedMs)} of it.` : "",
    older > 0 ? `${plural(older, "more machine")} ${be(older, { past: true })} lost before these.` : "",
    status === "paused" ? `Nothing is recorded now${notice === "" ? "" : `: ${notice}`}.` : "",
  ];
  return joinParts(parts, " ");
}

/** A while so short nobody misses. */
const LEAST_MS = 1_000;
