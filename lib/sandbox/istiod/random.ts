/** A seeded source of chance: the same seed gives the same sequence. */
export interface Random {
  /** From 0 (included) to 1 (not included). */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** One of the items. Throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[];
  /** As the tail of a generated Kubernetes name: no vowels, nothing easily misread. */
  suffix(length: number): string;
}

const nameLetters = "bcdfghjklmnpqrstvwxz2456789";

/** mulberry32: small, fast and good enough for choosing who fails next. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[whole(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  return {
    next,
    whole,
    pick,
    between: (low, high) => low + next() * (high - low),
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
    suffix: (length) => Array.from({ length }, () => pick([...nameLetters])).join(""),
  };
}
