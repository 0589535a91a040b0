import type { UntypedObject } from "@/lib/domain/preview/values";
import { parseJson, readNumber, readUntypedObject, UnreadableError } from "./reading";

/** The values of a gauge by name, such as "serving" → 3. They are constant from one stored time to the next. */
export type GaugeValues = Readonly<Record<string, number>>;

/** Returns true if two gauge values have the same numbers. Null = the gauge has ended. */
export function sameGaugeValues(a: GaugeValues | null, b: GaugeValues | null): boolean {
  return formatGaugeValues(a) === formatGaugeValues(b);
}

/**
 * Returns the number of serving machines in gauge values. It decides which values are the smallest if only those of a period are stored. Below zero =
 * the gauge has ended.
 */
export function gaugeServingCount(values: GaugeValues | null): number {
  return values === null ? -1 : (values.serving ?? 0);
}

/** Returns gauge values as stored text. The text is equal for equal numbers, whatever their order. */
export function formatGaugeValues(values: GaugeValues | null): string {
  if (values === null) return "null";
  return JSON.stringify(Object.fromEntries(Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))));
}

/** Parses stored gauge values; null = the gauge has ended. Undefined = the text cannot be parsed, so that it is neither numbers nor an end. */
export function parseGaugeValues(stored: string): GaugeValues | null | undefined {
  try {
    const value = parseJson(stored);
    return value === null ? null : numbersIn(readUntypedObject(value, "it"));
  } catch (error) {
    if (error instanceof UnreadableError) return undefined;
    throw error;
  }
}

function numbersIn(stored: UntypedObject): GaugeValues {
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, readNumber(value, name)]));
}
