import type { Level, Recovery } from "@/lib/domain/history/recovery";
import type { Zone } from "./clock";
import { formatSpan, MINUTE_MS } from "./text/duration";
import { formatNumber } from "./text/numbers";
import { formatMoment } from "./time-ticks";

/** `now` in milliseconds. Where moments are told to `stepMs` of a minute or more, they are written without seconds. */
export interface RecoveryClock {
  readonly stepMs: number;
  readonly now: number;
  readonly zone: Zone;
}

/** For whoever waits: "Back since 03:31:10: 5 of 5 for 10 min." */
export function recoveryWords(expected: number, recovery: Recovery, clock: RecoveryClock): string {
  return backWords(`${formatNumber(expected)} of ${formatNumber(expected)}`, recovery, clock);
}

/**
 * While some are missing: "On the way back: 3 of 5 serve, after 1 at 03:12:10. Waiting for 2." `awaited`: how many do not serve of the expected, or of
 * those that are there where these are more. `fewest`: since the group was whole; null = nothing is remembered.
 */
export function waitingWords(serving: number, awaited: number, fewest: Level | null, clock: RecoveryClock): string {
  const waiting = `Waiting for ${formatNumber(awaited)}`;
  const now = `${formatNumber(serving)} of ${formatNumber(serving + awaited)} serve`;
  // What is remembered may be some seconds behind what serves now: that these are the fewest cannot be said.
  if (fewest === null || serving <= fewest.serving) return `${waiting}: ${now}.`;
  return `On the way back: ${now}, after ${formatNumber(fewest.serving)} at ${momentWords(fewest.at, clock)}. ${waiting}.`;
}

/** How many served before, of a group whose size nobody knows: whether those that serve are all cannot be told. */
export function unknownSizeWords(serving: number, told: { readonly regained: Recovery | null; readonly most: Level | null }, clock: RecoveryClock): string {
  const { regained, most } = told;
  if (regained !== null) return `${backWords(`${formatNumber(serving)}, as many as before,`, regained, clock)} ${SIZE_NOT_KNOWN}`;
  if (most === null || serving >= most.serving) return "";
  return `${formatNumber(most.serving)} served at ${momentWords(most.at, clock)}, ${formatNumber(serving)} now. ${SIZE_NOT_KNOWN}`;
}

const SIZE_NOT_KNOWN = "How many there should be is not known.";

function backWords(what: string, { since, isSeen }: Recovery, clock: RecoveryClock): string {
  const span = formatSpan(Math.max(0, clock.now - since));
  const moment = momentWords(since, clock);
  return isSeen ? `Back since ${moment}: ${what} for ${span}.` : `Back since ${moment} or before: ${what} for at least ${span}.`;
}

function momentWords(at: number, { stepMs, now, zone }: RecoveryClock): string {
  const whole = formatMoment(at, now, zone);
  return stepMs < MINUTE_MS ? whole : whole.slice(0, -":00".length);
}
