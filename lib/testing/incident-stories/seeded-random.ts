/** A seeded source of chance: equal seeds give equal sequences. */
export interface Random {
  /** Returns a number from 0 (included) to 1 (not included). */
  next(): number;
  between(low: number, high: number): number;
  /** A whole number from low to high, both included. */
  whole(low: number, high: number): number;
  /** One of the items. Throws on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Some of the items in their order: `count` of them, or all if there are fewer. */
  some<T>(items: readonly T[], count: number): T[];
}

/** Mixes whole numbers into one from 0 (included) to 1 (not included). */
export function hashed(...numbers: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const number of numbers) {
    hash = Math.imul(hash ^ number, 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hash ^= hash >>> 16;
  }
  return (hash >>> 0) / 2 ** 32;
}

export function seededRandom(seed: number): Random {
  let step = 0;
  const next = (): number => hashed(seed, ++step);
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    whole,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => {
      const item = items[whole(0, items.length - 1)];
      if (item === undefined) throw new Error("The list is empty.");
      return item;
    },
    some: (items, count) => {
      let needed = count;
      return items.filter((_, at) => {
        const isChosen = next() < needed / (items.length - at);
        if (isChosen) needed--;
        return isChosen;
      });
    },
  };
}
