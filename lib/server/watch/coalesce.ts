import type { Clock } from "@/lib/server/clock";

/** Turns many calls into one, a moment after the first. */
export interface Coalesced {
  call(): void;
  stop(): void;
}

export function coalesce(clock: Clock, ms: number, run: () => void): Coalesced {
  let cancel: (() => void) | null = null;
  return {
    call() {
      cancel ??= clock.setTimer(() => {
        cancel = null;
        run();
      }, ms);
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
