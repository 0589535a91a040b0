/** Time as the server sees it. Nothing below `lib/server` reads a clock by itself. */
export interface Clock {
  /** Milliseconds since 1970 UTC. */
  now(): number;
  /** Milliseconds that never go back and know no leap: for every duration. */
  monotonic(): number;
  /** Calls once after a while; the result cancels. */
  setTimer(call: () => void, ms: number): () => void;
}

/** The machine's own clock. `now` advances with the monotonic clock, so that a step of the wall clock never makes a duration negative. */
export function systemClock(): Clock {
  const origin = Date.now() - performance.now();
  return {
    now: () => Math.round(origin + performance.now()),
    monotonic: () => performance.now(),
    setTimer: (call, ms) => {
      const timer = setTimeout(call, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** A clock whose `now` can be corrected by what a server's `Date` header told: adds the skew, keeps everything else. */
export function correctedClock(base: Clock): Clock & { correct(skewMs: number): void } {
  let offset = 0;
  return {
    now: () => base.now() + offset,
    monotonic: () => base.monotonic(),
    setTimer: (call, ms) => base.setTimer(call, ms),
    correct: (skewMs) => {
      offset = skewMs;
    },
  };
}
