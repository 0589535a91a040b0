import { twoDigits } from "./text/numbers";

/** Whose clock a page shows: UTC, or that of the browser. */
export type Zone = "utc" | "local";

/** A time of day, "04:16:12". Milliseconds since 1970 UTC. */
export function formatClock(ms: number, zone: Zone): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "no time";
  const parts = zone === "utc" ? [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()] : [date.getHours(), date.getMinutes(), date.getSeconds()];
  return parts.map(twoDigits).join(":");
}

/** Day and time with the zone named: "2026-11-21 04:16:12 UTC", or "2026-11-21 05:16:12 +01:00". */
export function formatDateTime(ms: number, zone: Zone): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return "no time";
  const day = zone === "utc" ? [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()] : [date.getFullYear(), date.getMonth() + 1, date.getDate()];
  return `${day.map(twoDigits).join("-")} ${formatClock(ms, zone)} ${zone === "utc" ? "UTC" : offsetOf(date)}`;
}

function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}
