import type { Recovery } from "@/lib/domain/history/recovery";
import { formatSpan } from "./age";
import type { Zone } from "./clock";
import { formatCount } from "./count";
import { formatMoment } from "./time-ticks";

const MINUTE_MS = 60_000;

/**
 * For whoever waits: "Back since 03:31:10: 5 of 5 for 10 min." Where moments are told to `stepMs` of a minute or more, without seconds. `now` in
 * milliseconds.
 */
export function recoveryWords(
  expected: number,
  { since, isSeen }: Recovery,
  clock: { readonly stepMs: number; readonly now: number; readonly zone: Zone },
): string {
  const whole = formatMoment(since, clock.now, clock.zone);
  const moment = clock.stepMs < MINUTE_MS ? whole : whole.slice(0, -":00".length);
  const all = `${formatCount(expected)} of ${formatCount(expected)}`;
  const span = formatSpan(Math.max(0, clock.now - since));
  return isSeen ? `Back since ${moment}: ${all} for ${span}.` : `Back since ${moment} or before: ${all} for at least ${span}.`;
}
