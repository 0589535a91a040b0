import type { Clock } from "@/lib/server/clock";

/** So many times faster than life: the product's own timings stay as they are, and its time runs. */
export const SPEED = 50;

/** The machine's clock, with durations that pass `SPEED` times faster. `now` too starts at the wall clock's time. */
export function fastClock(): Clock {
  const origin = Date.now();
  const began = performance.now();
  const passed = () => (performance.now() - began) * SPEED;
  return {
    now: () => Math.round(origin + passed()),
    monotonic: passed,
    setTimer(call, ms) {
      const timer = setTimeout(call, ms / SPEED);
      return () => clearTimeout(timer);
    },
  };
}
