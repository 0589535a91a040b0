import type { Freshness } from "@/lib/domain/freshness";
import type { Removed, Sink } from "./sink";
import type { Tracked } from "./tracked";

/** A sink that keeps the values themselves: for kinds of which there are few. */
export interface MapSink<T> extends Sink<T> {
  values(): Iterable<T>;
  /** As it was told last; null = not yet. */
  freshnessNow(): Freshness | null;
  /** How many lists have come through: 0 = nothing is known yet. */
  replaced(): number;
}

/** `changed` is called after every change, but not within a replacement. */
export function createMapSink<T extends Tracked>(changed: () => void): MapSink<T> {
  const held = new Map<string, T>();
  let marked: Set<string> | null = null;
  let replacements = 0;
  let lately: Freshness | null = null;
  return {
    beginReplace() {
      marked = new Set();
    },
    upsert(value) {
      held.set(value.uid, value);
      marked?.add(value.uid);
      if (marked === null) changed();
    },
    endReplace() {
      for (const uid of held.keys()) if (!marked?.has(uid)) held.delete(uid);
      marked = null;
      replacements++;
      changed();
    },
    abandonReplace() {
      marked = null;
    },
    remove(removed: Removed) {
      if (held.delete(removed.uid)) changed();
    },
    size: () => held.size,
    *versions() {
      for (const value of held.values()) yield [value.uid, value.resourceVersion] as const;
    },
    freshness(freshness: Freshness) {
      lately = freshness;
      changed();
    },
    freshnessNow: () => lately,
    values: () => held.values(),
    replaced: () => replacements,
  };
}
