const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** An age as kubectl prints it: "47s", "12m", "3h20m", "5d", "2y30d". Rounded down, and at least 0s. Milliseconds. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < 2 * MINUTE) return `${Math.floor(age / SECOND)}s`;
  if (age < 2 * HOUR) return `${Math.floor(age / MINUTE)}m`;
  if (age < DAY) return pair(age, HOUR, "h", MINUTE, "m");
  if (age < YEAR) return `${Math.floor(age / DAY)}d`;
  return pair(age, YEAR, "y", DAY, "d");
}

/** A duration inside a sentence, with one unit: "4 s", "14 min", "3 h", "5 d". Rounded down. Milliseconds. */
export function formatSpan(ms: number): string {
  const span = Math.max(0, ms);
  if (span < MINUTE) return `${Math.floor(span / SECOND)} s`;
  if (span < 2 * HOUR) return `${Math.floor(span / MINUTE)} min`;
  if (span < 2 * DAY) return `${Math.floor(span / HOUR)} h`;
  return `${Math.floor(span / DAY)} d`;
}

/** The time until a moment: "6 s", "14 min". Rounded up, so that it does not reach 0 too early. Milliseconds. */
export function formatLeft(ms: number): string {
  const unit = ms <= MINUTE ? SECOND : ms <= 2 * HOUR ? MINUTE : HOUR;
  return formatSpan(Math.ceil(Math.max(0, ms) / unit) * unit);
}

/** A countdown: "0:06", "13:50", "1:02:05". Rounded up to the second, and at least "0:00". Milliseconds. */
export function formatCountdown(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND);
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}` : `${minutes}:${twoDigits(rest)}`;
}

function pair(ms: number, big: number, bigUnit: string, small: number, smallUnit: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)}${bigUnit}${rest > 0 ? `${rest}${smallUnit}` : ""}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
