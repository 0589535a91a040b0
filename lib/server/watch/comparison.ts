import { countMismatches } from "./compare";
import { because, type Outcome } from "./outcome";
import type { SyncContext } from "./sync-context";

/** The comparison with the server's own list, once in a while. */
export interface Comparison {
  /** In how many milliseconds the next one should begin. */
  dueInMs(): number;
  /** Compares now, one at a time; an outcome where something was missed. `agreed` hears of those that found nothing. */
  run(): Promise<Outcome | null>;
  /** Something was suspicious: due soon. */
  soon(): void;
}

/** One that could not be made (the list failed, or what is held was replaced meanwhile) is due again so many times sooner. */
const UNDECIDED = 5;

export function createComparison(sync: SyncContext, held: () => Iterable<readonly [string, string]>, agreed: () => void): Comparison {
  const { clock, timings } = sync;
  let running = false;
  let dueAt = clock.monotonic() + timings.digestMs * (0.5 + sync.random() / 2);
  return {
    // One that began under the last stream may still be under way.
    dueInMs: () => Math.max(running ? timings.digestSettleMs : 0, dueAt - clock.monotonic()),
    async run() {
      if (running) return null;
      running = true;
      let pauseMs = timings.digestMs;
      try {
        const wrong = await countMismatches(sync, held);
        if (wrong === null) pauseMs /= UNDECIDED;
        if (wrong === 0) agreed();
        return wrong === null || wrong === 0 ? null : missed(wrong);
      } finally {
        running = false;
        dueAt = clock.monotonic() + pauseMs;
      }
    },
    soon() {
      dueAt = Math.min(dueAt, clock.monotonic() + timings.digestSettleMs * 3);
    },
  };
}

function missed(objects: number): Outcome {
  return { kind: "relist", expired: false, missed: true, ...because({ code: "differs", objects }) };
}
