/** Numbers that follow from a seed alone. */
export interface SeededRandom {
  /** From 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** A small generator (mulberry32): good enough to choose faults, and the same on every machine. */
export function seededRandom(seed: number): SeededRandom {
  let state = (seed * 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick(from) {
      const picked = from[below(from.length)];
      if (picked === undefined) throw new Error("There is nothing to pick from.");
      return picked;
    },
  };
}
