import type { Zone } from "@/lib/format/clock";

/** An example of the accepted format, for error messages. */
export const TIME_FIELD_EXAMPLE = "2026-11-21 04:16:12";

/** Formats a time for a text field, the same in every browser language: "2026-11-21 04:16:12". Milliseconds. */
export function formatFieldTime(ms: number, zone: Zone): string {
  const shift = zone === "utc" ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 19).replace("T", " ");
}

/** Parses a date and time in the given zone, or in the zone at the end of the text. Returns milliseconds, or NaN if the text is no time. */
export function parseFieldTime(text: string, zone: Zone): number {
  const parts = /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:\d\d)?$/i.exec(text.trim());
  if (parts === null) return Number.NaN;
  const [, day = "", minutes = "", seconds = ":00", named] = parts;
  // Date.parse accepts 30 February as a day of March.
  if (Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day) return Number.NaN;
  const own = named === undefined ? (zone === "utc" ? "Z" : "") : /^utc$/i.test(named) ? "Z" : named.toUpperCase();
  return Date.parse(`${day}T${minutes}${seconds}${own}`);
}

/** Returns the error message for a field's text, with the name of the field; "" = the text is valid. */
export function timeFieldError(name: string, text: string, zone: Zone): string {
  if (!Number.isNaN(parseFieldTime(text, zone))) return "";
  const said = text.trim() === "" ? "is empty" : `cannot be read: “${text.trim()}”`;
  return `“${name}” ${said}. Write a moment like ${TIME_FIELD_EXAMPLE}.`;
}
