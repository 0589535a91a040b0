/** client-go's delays: doubling from the least to the most, full jitter, reset by progress alone. */
export interface Backoff {
  /** The next delay in milliseconds, never below `floorMs` (what `Retry-After` asks for). */
  next(floorMs: number | null): number;
  progress(): void;
}

/** `random` gives numbers from 0 to below 1. */
export function createBackoff(leastMs: number, mostMs: number, random: () => number): Backoff {
  let ceiling = leastMs;
  return {
    next(floorMs) {
      const delay = random() * ceiling;
      ceiling = Math.min(ceiling * 2, mostMs);
      return Math.max(delay, floorMs ?? 0);
    },
    progress() {
      ceiling = leastMs;
    },
  };
}
