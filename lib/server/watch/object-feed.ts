import { type Identity, identityOf, standInIdentity } from "@/lib/server/kube/parse/identity";
import type { Sink } from "./sink";
import type { Parse, Tracked } from "./tracked";

/** Hands raw objects to a sink as values, and counts them. */
export interface ObjectFeed {
  beginReplace(): void;
  /** An object of a list: one without identity becomes a row of its own. Answers with its version. */
  listed(raw: unknown): string;
  endReplace(): void;
  abandonReplace(): void;
  /** An object of a watch. */
  put(raw: unknown, identity: Identity, added: boolean): void;
  remove(identity: Identity): void;
  /** Uids removed since `watchRemovals`, for a comparison that takes a while. */
  watchRemovals(): { readonly uids: ReadonlySet<string>; end(): void };
  counts(): { readonly objects: number; readonly unreadable: number };
}

export function createObjectFeed<T extends Tracked>(sink: Sink<T>, parse: Parse<T>): ObjectFeed {
  let objects = 0;
  let standIns = 0;
  let replacing = false;
  const unreadable = new Set<string>();
  const removals = new Set<Set<string>>();

  function give(value: T): void {
    if (value.unreadable === null) unreadable.delete(value.uid);
    else unreadable.add(value.uid);
    sink.upsert(value);
  }

  return {
    beginReplace() {
      if (replacing) sink.abandonReplace();
      replacing = true;
      standIns = 0;
      unreadable.clear();
      sink.beginReplace();
    },
    listed(raw) {
      const identity = identityOf(raw);
      if (!("missing" in identity)) {
        give(parse(raw, identity));
        return identity.resourceVersion;
      }
      const standIn = standInIdentity(raw, standIns++);
      give({ ...parse(null, standIn), unreadable: `${identity.missing} is missing` });
      return standIn.resourceVersion;
    },
    endReplace() {
      if (!replacing) return;
      replacing = false;
      sink.endReplace();
      objects = sink.size();
    },
    abandonReplace() {
      if (!replacing) return;
      replacing = false;
      sink.abandonReplace();
    },
    put(raw, identity, added) {
      give(parse(raw, identity));
      if (added && !replacing) objects++;
    },
    remove(identity) {
      unreadable.delete(identity.uid);
      for (const uids of removals) uids.add(identity.uid);
      sink.remove(identity);
      objects = Math.max(0, objects - 1);
    },
    watchRemovals() {
      const uids = new Set<string>();
      removals.add(uids);
      return { uids, end: () => removals.delete(uids) };
    },
    counts: () => ({ objects, unreadable: unreadable.size }),
  };
}
