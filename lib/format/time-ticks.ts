import { formatClock, type Zone } from "./clock";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "./text/duration";

const STEPS = [
  ...[10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS],
  ...[HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS, 2 * DAY_MS, 7 * DAY_MS],
];

/** A moment on an axis and what is written there. */
export interface Tick {
  readonly at: number;
  readonly label: string;
}

/** Round moments of the chosen clock between two moments, `most` at most; midnight is written as its day. Milliseconds. */
export function timeTicks(from: number, to: number, most: number, zone: Zone): readonly Tick[] {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? Math.ceil((to - from) / most / DAY_MS) * DAY_MS;
  const offset = zone === "utc" ? 0 : -new Date(from).getTimezoneOffset() * MINUTE_MS;
  const ticks: Tick[] = [];
  for (let at = Math.ceil((from + offset) / step) * step - offset; at <= to; at += step) ticks.push({ at, label: labelOf(at, step, zone) });
  return ticks;
}

function labelOf(at: number, step: number, zone: Zone): string {
  const clock = formatClock(at, zone);
  if (clock === "00:00:00" || step >= DAY_MS) return formatDay(at, zone);
  return step < MINUTE_MS ? clock : clock.slice(0, 5);
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day without its year: "21 Nov". */
function formatDay(ms: number, zone: Zone): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "no day";
  return zone === "utc" ? `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}` : `${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

/** A moment as a person says it beside `now`: "03:12:24"; "21 Nov 03:12:24" where that was another day, "21 Nov 2025 03:12:24" where another year. */
export function formatMoment(ms: number, now: number, zone: Zone): string {
  const [day, year] = [formatDay(ms, zone), yearOf(ms, zone)];
  if (year !== yearOf(now, zone)) return `${day} ${year} ${formatClock(ms, zone)}`;
  return day === formatDay(now, zone) ? formatClock(ms, zone) : `${day} ${formatClock(ms, zone)}`;
}

/** The same to the minute: "03:12", "21 Nov 03:12". */
export function formatMinute(ms: number, now: number, zone: Zone): string {
  return formatMoment(ms, now, zone).replace(/:\d\d$/, "");
}

/** Returns a moment with its day, also today's: "30 Nov 03:12:24", or "21 Nov 2025 03:12:24" if `now` is in another year. Milliseconds. */
export function formatDayAndClock(ms: number, now: number, zone: Zone): string {
  const year = yearOf(ms, zone);
  return `${formatDay(ms, zone)}${year === yearOf(now, zone) ? "" : ` ${year}`} ${formatClock(ms, zone)}`;
}

/** Returns true if two moments are on the same day. Milliseconds. */
export function isSameDay(one: number, other: number, zone: Zone): boolean {
  return formatDay(one, zone) === formatDay(other, zone) && yearOf(one, zone) === yearOf(other, zone);
}

function yearOf(ms: number, zone: Zone): number {
  return zone === "utc" ? new Date(ms).getUTCFullYear() : new Date(ms).getFullYear();
}
