import { twoDigits } from "./numbers";

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;

/** The start of a moment's minute, for a text that does not change by the second. Milliseconds. */
export function minuteOf(at: number): number {
  return at - (at % MINUTE_MS);
}

/** The start of a moment's hour. Milliseconds. */
export function hourOf(at: number): number {
  return at - (at % HOUR_MS);
}

/** An age as kubectl prints it: "47s", "12m", "3h20m", "5d", "2y30d". Rounded down, and at least 0s. Milliseconds. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 2 * MINUTE_MS) return `${Math.floor(age / SECOND_MS)}s`;
  if (age < 2 * HOUR_MS) return `${Math.floor(age / MINUTE_MS)}m`;
  if (age < DAY_MS) return pair(age, HOUR_MS, "h", MINUTE_MS, "m");
  if (age < YEAR_MS) return `${Math.floor(age / DAY_MS)}d`;
  return pair(age, YEAR_MS, "y", DAY_MS, "d");
}

/** A duration inside a sentence, with one unit: "4 s", "14 min", "3 h", "5 d". Rounded down. Milliseconds. */
export function formatSpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE_MS) return `${Math.floor(span / SECOND_MS)} s`;
  if (span < 2 * HOUR_MS) return `${Math.floor(span / MINUTE_MS)} min`;
  if (span < 2 * DAY_MS) return `${Math.floor(span / HOUR_MS)} h`;
  return `${Math.floor(span / DAY_MS)} d`;
}

/** A duration as seconds below two minutes, and as minutes above: "90 s", "12 min". Rounded to the nearest. Milliseconds. */
export function formatRounded(ms: number): string {
  return ms < 2 * MINUTE_MS ? `${Math.round(ms / SECOND_MS)} s` : `${Math.round(ms / MINUTE_MS)} min`;
}

/** The time until a moment: "6 s", "14 min". Rounded up, so that it does not reach 0 too early. Milliseconds. */
export function formatLeft(ms: number): string {
  const unit = ms <= MINUTE_MS ? SECOND_MS : ms <= 2 * HOUR_MS ? MINUTE_MS : HOUR_MS;
  return formatSpan(Math.ceil(Math.max(0, ms) / unit) * unit);
}

/** A countdown: "0:06", "13:50", "1:02:05". Rounded up to the second, and at least "0:00". Milliseconds. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND_MS);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

function pair(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)}${bigUnit}${rest > 0 ? `${rest}${smallUnit}` : ""}`;
}
