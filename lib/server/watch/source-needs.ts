import { ALL_NAMESPACES, type SourceName } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";

/** The namespaces that are needed of a source now, sorted, with "*" before them where there are so many that one watch of all is better; of one whose objects are named, their names. */
export type NeededNow = (source: SourceName) => readonly string[];

export const NOTHING_NEEDED: NeededNow = () => [];

/** Who needs which namespace of the sources that are watched on demand only. */
export interface SourceNeeds {
  readonly now: NeededNow;
  /** Needs a source in a namespace until the returned function is called; calling it again does nothing. */
  need(source: SourceName, namespace: string): () => void;
  stop(): void;
}

interface Need {
  readonly source: SourceName;
  readonly namespace: string;
  readers: number;
  cancelEnd: () => void;
}

/** So many namespaces of a source are watched one by one, each with a stream of its own; above that, all in one. */
const WATCHED_ONE_BY_ONE = 20;
/** One by one again: not at once, so that a namespace that comes and goes does not read all of them anew each time. */
const ONE_BY_ONE_AGAIN = 15;

/** Counts readers; a namespace stays needed for `unreadMs` after its last reader, so that whoever comes back finds it watched. `changed` hears of every turn. */
export function createSourceNeeds(clock: Clock, unreadMs: number, changed: () => void): SourceNeeds {
  const needs = new Map<string, Need>();
  const wide = new Set<SourceName>();

  function release(key: string, need: Need): void {
    need.readers--;
    if (need.readers > 0) return;
    need.cancelEnd = clock.setTimer(() => {
      needs.delete(key);
      changed();
    }, unreadMs);
  }

  return {
    now(source) {
      const names = [...needs.values()].flatMap((need) => (need.source === source ? [need.namespace] : [])).sort();
      if (names.length > WATCHED_ONE_BY_ONE) wide.add(source);
      else if (names.length <= ONE_BY_ONE_AGAIN) wide.delete(source);
      return wide.has(source) ? [ALL_NAMESPACES, ...names] : names;
    },
    need(source, namespace) {
      const key = `${source}/${namespace}`;
      const known = needs.get(key);
      const need = known ?? { source, namespace, readers: 0, cancelEnd: () => undefined };
      need.cancelEnd();
      need.readers++;
      needs.set(key, need);
      if (known === undefined) changed();
      let isReleased = false;
      return () => {
        if (!isReleased) release(key, need);
        isReleased = true;
      };
    },
    stop() {
      for (const need of needs.values()) need.cancelEnd();
      needs.clear();
    },
  };
}
