import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@/lib/server/clock";

/** Work at a stretch before the process turns to others, in milliseconds. */
const STRETCH_MS = 8;

/** Lets others have their turn in the middle of long work. */
export interface Breath {
  /** Returns at once, or after the others' turn when the stretch has been long. */
  take(): Promise<void> | undefined;
}

export function createBreath(clock: Clock): Breath {
  let began = clock.monotonic();
  return {
    take() {
      if (clock.monotonic() - began < STRETCH_MS) return undefined;
      return nextTurn().then(() => {
        began = clock.monotonic();
      });
    },
  };
}
