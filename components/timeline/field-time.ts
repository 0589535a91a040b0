import type { Zone } from "@/lib/format/clock";

/** How a moment is written in a field, for whoever wrote another form. */
export const FIELD_FORM = "2026-11-21 04:16:12";

/** A moment as a field spells it in the chosen clock, the same in every language: "2026-11-21 04:16:12". Milliseconds. */
export function fieldTime(ms: number, zone: Zone): string {
  const shift = zone === "utc" ? 0 : new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - shift).toISOString().slice(0, 19).replace("T", " ");
}

/** What a field says, in milliseconds: a day and a time in the chosen clock, or in the zone that it names itself. NaN where it says neither. */
export function parseFieldTime(text: string, zone: Zone): number {
  const parts = /^(\d{4}-\d\d-\d\d)[ T]+(\d\d:\d\d)(:\d\d)?(?:\.\d+)?\s*(Z|UTC|[+-]\d\d:\d\d)?$/i.exec(text.trim());
  if (parts === null) return Number.NaN;
  const [, day = "", minutes = "", seconds = ":00", named] = parts;
  // A day that no month has would be read as one of the next.
  if (Number.isNaN(Date.parse(day)) || new Date(day).toISOString().slice(0, 10) !== day) return Number.NaN;
  const own = named === undefined ? (zone === "utc" ? "Z" : "") : /^utc$/i.test(named) ? "Z" : named.toUpperCase();
  return Date.parse(`${day}T${minutes}${seconds}${own}`);
}

/** What is wrong with a field's text, naming the field; "" = nothing. */
export function fieldProblem(name: string, text: string, zone: Zone): string {
  if (!Number.isNaN(parseFieldTime(text, zone))) return "";
  const said = text.trim() === "" ? "is empty" : `cannot be read: “${text.trim()}”`;
  return `“${name}” ${said}. Write a moment like ${FIELD_FORM}.`;
}
