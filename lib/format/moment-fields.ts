import { formatDateTime, type Zone } from "./clock";
import { DAY_MS, HOUR_MS } from "./text/duration";

/** The values of a date field and a time field: "2026-11-30" and "03:12:24". */
export interface MomentFields {
  readonly date: string;
  readonly time: string;
}

/** Returns the fields of a moment on the clock of a zone. Milliseconds. */
export function momentFields(at: number, zone: Zone): MomentFields {
  const [date = "", time = ""] = formatDateTime(at, zone).split(" ");
  return { date, time };
}

/** Reads both fields on the clock of a zone: "3:12", "03:12" or "03:12:24". Null = they are no moment. Milliseconds. */
export function parseMomentFields({ date, time }: MomentFields, zone: Zone): number | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d?\d:\d\d(:\d\d)?$/.test(time.trim())) return null;
  const at = Date.parse(`${date}T${time.trim().replace(/^\d:/, "0$&")}${zone === "utc" ? "Z" : ""}`);
  return Number.isNaN(at) ? null : at;
}

/** Returns the last 03:00 before a moment on the clock of a zone. Milliseconds. */
export function lastNight(now: number, zone: Zone): number {
  const today = parseMomentFields({ date: momentFields(now, zone).date, time: "03:00" }, zone) ?? now;
  if (today < now) return today;
  // A day of a change to or from summer time has 23 or 25 hours.
  const yesterday = momentFields(today - DAY_MS + HOUR_MS, zone).date;
  return parseMomentFields({ date: yesterday, time: "03:00" }, zone) ?? today - DAY_MS;
}
