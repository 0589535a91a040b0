type Numbers = Int32Array | Uint32Array | Float64Array | Uint8Array;

/** The same numbers in front of a larger, empty array. */
export function larger<A extends Numbers>(numbers: A, empty: A): A {
  empty.set(numbers);
  return empty;
}

/** The size that an array grows to which must hold `needed`: an eighth more, for every byte a slot is there a hundred thousand times. */
export function nextCapacity(current: number, needed: number): number {
  return Math.max(256, needed, Math.ceil(current * 1.125));
}
