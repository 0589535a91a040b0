import type { Zone } from "@/lib/format/clock";

/** A moment as a date field spells it in the chosen clock: "2026-11-21T04:16:12". Milliseconds. */
export function fieldTime(ms: number, zone: Zone): string {
  const shift = zone === "utc" ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 19);
}

/** What a date field says, in milliseconds; NaN where it says nothing. */
export function parseFieldTime(text: string, zone: Zone): number {
  const spelled = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00` : text;
  return zone === "utc" ? Date.parse(`${spelled}Z`) : Date.parse(spelled);
}
