import type { Freshness } from "@/lib/domain/verdict/freshness";

/** An object that is gone, by its identity and the version at which it was last known. */
export interface Removed {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

/** The version of a whole collection, from a consistent read. A single object's version proves nothing about the API server's history. */
export interface CollectionVersion {
  /** The sink has every change up to this version. */
  readonly held: string;
  /** The version that the read returned. */
  readonly read: string;
  /** Duration of the read in milliseconds: the version is at most this old. */
  readonly tookMs: number;
}

/** What a source says of itself. */
export interface SourceTeller {
  /** How fresh the source is. Comes whenever it changes, and again whenever `asOf` moved. */
  freshness(freshness: Freshness): void;
  /** The server's list, or its version, showed that something was missed while the source looked live; a list follows. */
  doubted?(): void;
  /** The server's list showed that nothing was missed until now. */
  agreed?(): void;
  /** Receives the version of the collection from a consistent read. Called after each list and each probe. */
  collection?(version: CollectionVersion): void;
}

/**
 * Where one reflector writes what it knows of one kind in one namespace (or in all).
 * Calls come in order and one at a time; none of them may throw or take long.
 * A replacement is mark and sweep: between `beginReplace` and `endReplace` values arrive by `upsert`, and what was not named since the
 * beginning is gone at the end. `abandonReplace` ends it without a sweep: what arrived meanwhile stays, and so does everything else.
 */
export interface Sink<T> extends SourceTeller {
  beginReplace(): void;
  /** The object as it is now: new, changed or (in a replacement) the same as before. */
  upsert(value: T): void;
  endReplace(): void;
  abandonReplace(): void;
  /** Exactly this uid is gone; an object of the same name with another uid is not meant. An unknown uid is not an error. */
  remove(removed: Removed): void;
  /** How many objects are held of this source. */
  size(): number;
  /** What is held of this source, for the digest comparison with the server. */
  versions(): Iterable<readonly [uid: string, resourceVersion: string]>;
}
