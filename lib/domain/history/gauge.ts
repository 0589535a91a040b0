import type { Fields } from "@/lib/domain/preview/values";
import { fields, number, parseJson, Unreadable } from "./reading";

/** Numbers by name that hold from one moment to the next: "serving" → 3. */
export type GaugeValues = Readonly<Record<string, number>>;

/** Are they the same numbers? null = it is no more. */
export function sameValues(a: GaugeValues | null, b: GaugeValues | null): boolean {
  return formatGaugeValues(a) === formatGaugeValues(b);
}

/** By how much a gauge serves its values are compared, where only the least of a while is kept; less than nothing = it is no more. */
export function servingOfGauge(values: GaugeValues | null): number {
  return values === null ? -1 : (values.serving ?? 0);
}

/** As it is stored: the same text for the same numbers, whatever their order. */
export function formatGaugeValues(values: GaugeValues | null): string {
  if (values === null) return "null";
  return JSON.stringify(Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** What is stored of a gauge; undefined where it cannot be read: that is neither a number nor an end. */
export function parseGaugeValues(stored: string): GaugeValues | null | undefined {
  try {
    const value = parseJson(stored);
    return value === null ? null : numbersIn(fields(value, "it"));
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function numbersIn(stored: Fields): GaugeValues {
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, number(value, name)]));
}
