import type { SourceName } from "@/lib/domain/source";
import type { Clock } from "@/lib/server/clock";

/** The namespaces that are needed of a source now, sorted; of one whose objects are named, their names. */
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

/** Counts readers; a namespace stays needed for `unreadMs` after its last reader, so that whoever comes back finds it watched. `changed` hears of every turn. */
export function createSourceNeeds(clock: Clock, unreadMs: number, changed: () => void): SourceNeeds {
  const needs = new Map<string, Need>();

  function release(key: string, need: Need): void {
    need.readers--;
    if (need.readers > 0) return;
    need.cancelEnd = clock.setTimer(() => {
      needs.delete(key);
      changed();
    }, unreadMs);
  }

  return {
    now: (source) => [...needs.values()].flatMap((need) => (need.source === source ? [need.namespace] : [])).sort(),
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
