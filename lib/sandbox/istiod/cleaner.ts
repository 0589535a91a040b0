import { cleanupMarksOf, isCleanupDue, isRegistered, withoutHealth } from "./entry-marks";
import { isConflict, isGone, type ObjectRef } from "./kube-api";
import type { Surroundings } from "./replica";

const deletionsPerSecond = 20;
const sweepEveryGraces = 10;

/** A replica's clean-up: what it scheduled itself after a disconnection, and a sweep over all entries every ten grace periods (docs/istio.md#sweep). */
export class Cleaner {
  readonly #scheduled = new Set<() => void>();
  #stopSweep: () => void = () => undefined;
  #stopped = false;

  constructor(readonly around: Surroundings) {
    this.#sweepLater();
  }

  /** Looks at the entry again once the grace period is over. */
  schedule(ref: ObjectRef): void {
    // A millisecond more, so that the entry's age is past the grace period and not short of it by a rounding.
    this.#later(this.around.settings.graceMs + 1, () => this.#cleanUp(ref));
  }

  stop(): void {
    this.#stopped = true;
    this.#stopSweep();
    for (const cancel of this.#scheduled) cancel();
    this.#scheduled.clear();
  }

  #later(delayMs: number, work: () => Promise<void>): void {
    const cancel = this.around.clock.after(delayMs, () => {
      this.#scheduled.delete(cancel);
      work().catch((problem: unknown) => this.around.log(`clean-up: ${String(problem)}`));
    });
    this.#scheduled.add(cancel);
  }

  #sweepLater(): void {
    if (this.#stopped) return;
    this.#stopSweep = this.around.clock.after(this.around.settings.graceMs * sweepEveryGraces, () => {
      const { graceMs, maxAgeMs } = this.around.settings;
      const now = this.around.clock.nanos();
      const due = this.around.index.where((marks) => isCleanupDue(marks, now, graceMs, maxAgeMs));
      for (const [position, ref] of due.entries()) this.#later((position * 1000) / deletionsPerSecond, () => this.#cleanUp(ref));
      this.#sweepLater();
    });
  }

  async #cleanUp(ref: ObjectRef): Promise<void> {
    const { api, clock, settings } = this.around;
    const entry = await api.get(ref);
    if (this.#stopped || entry === null || !isCleanupDue(cleanupMarksOf(entry), clock.nanos(), settings.graceMs, settings.maxAgeMs)) return;
    try {
      const { resourceVersion } = entry.metadata;
      if (isRegistered(entry)) await api.remove(ref, resourceVersion === undefined ? {} : { resourceVersion });
      else await api.replace(withoutHealth(entry), "status");
    } catch (problem) {
      // Someone touched or removed it in between; the next sweep looks again.
      if (!isConflict(problem) && !isGone(problem)) throw problem;
    }
  }
}
