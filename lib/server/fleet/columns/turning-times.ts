import type { Term } from "@/lib/contract/url/filter-term";
import { DueHeap } from "@/lib/server/derive/due-heap";
import { type TimeTerm, turnsAt } from "@/lib/server/fleet/time-terms";
import { timeAt, timeMask } from "./entry-times";
import type { FleetStore } from "./fleet-store";

/**
 * The moments at which time alone moves entries in or out of a filter that compares times. Without such a filter it holds nothing. It is no layer of
 * `lib/server/derive`: a filter is a reader's own and is forgotten with him, and an entry that turns costs a few microseconds and is told to nobody else.
 */
export class TurningTimes {
  readonly #terms: readonly TimeTerm[];
  readonly #due = new DueHeap();
  /** What of an entry's change moves one of the compared times (CHANGED). */
  readonly mask: number;

  constructor(
    private readonly store: FleetStore,
    terms: readonly Term[],
  ) {
    this.#terms = terms.filter((term): term is TimeTerm => term.kind === "time");
    this.mask = this.#terms.reduce((mask, { key }) => mask | timeMask(key), 0);
  }

  /** The earliest moment to come (milliseconds), or null. */
  get next(): number | null {
    const at = this.#due.next;
    return at === null ? null : at + 1;
  }

  /** Remembers when an entry will turn. */
  watch(slot: number, now: number): void {
    for (const term of this.#terms) {
      const at = turnsAt(term, timeAt(this.store, slot, term.key));
      if (at !== null && at >= now) this.#due.push(at, slot);
    }
  }

  /** Takes the entries that have turned before a moment, each once. */
  takeUntil(now: number): readonly number[] {
    const slots = new Set<number>();
    for (let at = this.#due.next; at !== null && at < now; at = this.#due.next) {
      const slot = this.#due.pop();
      if (slot !== null && this.store.isUsed(slot)) slots.add(slot);
    }
    return [...slots];
  }
}
