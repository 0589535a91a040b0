import type { Clock } from "@/lib/server/clock";
import { ManualClock } from "@/lib/testing/manual-clock";

/** So many times faster than life: the product's own timings stay as they are, and its time runs. */
export const SPEED = 50;

const TICK_MS = 2;
/** A process that had no turn for longer has missed time, not lived through it: a busy machine is no fault of the product's. */
const LONGEST_STEP_MS = 8;

let fair = 0;
let last = performance.now();
let timer: NodeJS.Timeout | undefined;
const clocks = new Set<ManualClock>();

/** Milliseconds in which this process had its turns; they only pass while a fast clock runs. */
export function fairNow(): number {
  return fair;
}

/** A clock that runs `SPEED` times faster, while this process has its turns. Must be stopped. */
export function fastClock(): Clock & { stop(): void } {
  const clock = new ManualClock(Date.now());
  if (clocks.size === 0) last = performance.now();
  clocks.add(clock);
  timer ??= setInterval(tick, TICK_MS);
  return {
    now: () => Math.round(clock.now()),
    monotonic: clock.monotonic,
    setTimer: clock.setTimer,
    stop() {
      clocks.delete(clock);
      if (clocks.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

function tick(): void {
  const now = performance.now();
  const step = Math.min(now - last, LONGEST_STEP_MS);
  last = now;
  fair += step;
  for (const clock of clocks) clock.advance(step * SPEED);
}
