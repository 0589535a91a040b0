/** One figure of the faults in which a time limit matters, in life's time. `value` must not be above `target`. */
export interface Figure {
  readonly goal: string;
  readonly value: number;
  readonly target: number;
  readonly n: number;
  /** How many fell into each stretch of time, where that is what the value is of. */
  readonly histogram?: readonly number[];
}

export function seconds(goal: string, ms: number, target: number): Figure {
  return { goal, value: hundredths(ms / 1_000), target, n: 1 };
}

export function slowest(goal: string, times: readonly number[], target: number): Figure {
  return { ...seconds(goal, Math.max(...times), target), n: times.length };
}

export function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
