import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { Refusal } from "@/lib/server/http/problem";

/** So many moments are kept in memory. */
const KEPT = 4;

/** Moments that load at the same time. Each needs the memory of a fleet and a share of every turn of the event loop. */
const LOADING = 1;

/** Moments that wait to be loaded. One more is refused. */
const MOST_WAITING = 16;

/** A fleet of the past, and the lists over it. */
export interface LoadedFleet {
  readonly fleet: FleetReader;
  readonly lists: StandingLists;
}

/** The fleets of the moments that were asked for last. */
export class PastFleets {
  readonly #kept = new Map<number, Promise<LoadedFleet>>();
  readonly #queue: (() => void)[] = [];
  #loading = 0;

  constructor(private readonly load: (at: number) => Promise<FleetReader>) {}

  /** The fleet at a moment. `isSettled` = all that happened until then is on disk, so that it may be kept. */
  at(moment: number, isSettled: boolean): Promise<LoadedFleet> {
    const known = this.#kept.get(moment);
    const loaded = known ?? this.#loadInTurn(moment).then((fleet) => ({ fleet, lists: new StandingLists(fleet) }));
    this.#kept.delete(moment);
    if (!isSettled) return loaded;
    this.#kept.set(moment, loaded);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) this.#kept.delete(oldest);
    // What failed is asked for again the next time.
    loaded.catch(() => this.#kept.delete(moment));
    return loaded;
  }

  async #loadInTurn(moment: number): Promise<FleetReader> {
    if (this.#queue.length >= MOST_WAITING) {
      throw new Refusal(503, "Busy", "Too many pages of the past are waiting. Try again in a few seconds.", "at", { retryAfterSeconds: 5, isLimit: true });
    }
    if (this.#loading >= LOADING) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#loading++;
    try {
      return await this.load(moment);
    } finally {
      // The next moment in the queue gets this slot.
      const next = this.#queue.shift();
      if (next === undefined) this.#loading--;
      else next();
    }
  }
}
