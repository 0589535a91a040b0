import type { Clock } from "@/lib/server/clock";

/** Waits by the clock; ends at once when the signal says so. Never rejects. */
export function createPause(clock: Clock, signal: AbortSignal): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = () => {
        cancel();
        signal.removeEventListener("abort", end);
        resolve();
      };
      const cancel = clock.setTimer(end, ms);
      signal.addEventListener("abort", end, { once: true });
    });
}
