import { loadavg } from "node:os";

/** One figure of the performance table, with what it must be and (where there is one) the floor that was measured in the same run. */
export interface Result {
  readonly part: string;
  readonly entries: number;
  readonly metric: string;
  readonly value: number | boolean;
  readonly unit: string;
  readonly goal: string;
  readonly floor?: number;
  /** Lowest and highest round, where the value is the median of several. */
  readonly range?: readonly [number, number];
  readonly ok: boolean | null;
}

/** Prints a figure as a line of JSON. */
export function print(result: Result): void {
  process.stdout.write(`${JSON.stringify({ ...result, load: Math.round((loadavg()[0] ?? 0) * 10) / 10 })}\n`);
}

/** A figure that must not be above `most`. */
export function atMost(most: number, figure: Omit<Result, "goal" | "ok" | "value"> & { readonly value: number }): Result {
  return { ...figure, value: rounded(figure.value), goal: `≤ ${most}`, ok: figure.value <= most };
}

/** A figure that must not be below `least`. */
export function atLeast(least: number, figure: Omit<Result, "goal" | "ok" | "value"> & { readonly value: number }): Result {
  return { ...figure, value: rounded(figure.value), goal: `≥ ${least}`, ok: figure.value >= least };
}

/** A figure that must be true. */
export function mustBe(figure: Omit<Result, "goal" | "ok" | "unit"> & { readonly value: boolean }): Result {
  return { ...figure, unit: "", goal: "true", ok: figure.value };
}

/** A figure that stands beside others. */
export function told(figure: Omit<Result, "goal" | "ok"> & { readonly value: number }): Result {
  return { ...figure, value: rounded(figure.value), goal: "", ok: null };
}

/** The middle of some values with the ends, as `value` and `range` of a figure. */
export function middle(values: readonly number[]): { readonly value: number; readonly range: readonly [number, number] } {
  const sorted = [...values].sort((a, b) => a - b);
  return { value: percentile(sorted, 0.5), range: [rounded(sorted[0] ?? Number.NaN), rounded(sorted.at(-1) ?? Number.NaN)] };
}

/** The value below which `share` of the sorted values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 1_000) / 1_000;
}
