/** How far the API server's clock is from ours, by its `Date` header (whole seconds, so the answer is good to about one second). */
export interface Skew {
  /** `sentAt` and `gotAt` are our wall clock around the request, in milliseconds. */
  sample(header: string | undefined, sentAt: number, gotAt: number): void;
  /** API server minus ours in milliseconds; null before the first answer. */
  value(): number | null;
}

/** A difference below this cannot be told from rounding and delay. */
const NOISE_MS = 1_500;
/** An answer that took longer may have been dated anywhere in between. */
const SLOW_MS = 1_000;

/** `changed` is called with every new value. */
export function createSkew(changed: (skewMs: number) => void): Skew {
  let known: number | null = null;
  return {
    sample(header, sentAt, gotAt) {
      const told = header === undefined ? Number.NaN : Date.parse(header);
      if (Number.isNaN(told) || gotAt - sentAt > SLOW_MS) return;
      const measured = Math.round(told + 500 - (sentAt + gotAt) / 2);
      if (Math.abs(measured - (known ?? 0)) <= NOISE_MS) {
        known ??= 0;
        return;
      }
      known = measured;
      changed(known);
    },
    value: () => known,
  };
}
