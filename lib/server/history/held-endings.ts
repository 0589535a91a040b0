import { MAX_WATCH_DELAY_MS } from "@/lib/domain/history/loss-cause";
import type { Clock } from "@/lib/server/clock";

/** The end of an entry whose cause hangs on what another watch may tell in a moment. `write` judges it by what is known then. */
export interface HeldEnding {
  readonly uid: string;
  readonly ownerUid: string;
  readonly write: () => void;
}

/** Keeps ends of entries for a moment before they are written. */
export class HeldEndings {
  readonly #held = new Map<string, { readonly ending: HeldEnding; readonly cancel: () => void }>();

  constructor(private readonly clock: Clock) {}

  hold(ending: HeldEnding): void {
    this.releaseOne(ending.uid);
    this.#held.set(ending.uid, { ending, cancel: this.clock.setTimer(() => this.releaseOne(ending.uid), MAX_WATCH_DELAY_MS) });
  }

  releaseOne(uid: string): void {
    const held = this.#held.get(uid);
    if (held === undefined) return;
    this.#held.delete(uid);
    held.cancel();
    held.ending.write();
  }

  /** A group is gone: what it owned waits no longer. */
  releaseOwned(ownerUid: string): void {
    for (const { ending } of this.#held.values()) if (ending.ownerUid === ownerUid) this.releaseOne(ending.uid);
  }

  release(): void {
    for (const uid of this.#held.keys()) this.releaseOne(uid);
  }

  /** Nothing is written any more. */
  drop(): void {
    for (const { cancel } of this.#held.values()) cancel();
    this.#held.clear();
  }
}
