import { randomUUID } from "node:crypto";
import { Collection } from "./collection";
import { type KubeObject, timestampOf } from "./kube-object";
import { keyOf, Stored } from "./stored";

export interface StorageOptions {
  readonly clock: () => number;
  /** Changes that each collection remembers; older ones cannot be resumed from. */
  readonly logCapacity: number;
}

/** All objects of the cluster, in memory, under one rising revision. */
export class Storage {
  #revision = 1;
  readonly #collections = new Map<string, Collection>();
  readonly #openers = new Set<(resourceId: string) => void>();

  constructor(private readonly options: StorageOptions) {}

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** Continues with a later revision, so that an object can keep the resourceVersion that it has. An earlier revision changes nothing. */
  skipTo(revision: number): void {
    this.#revision = Math.max(this.#revision, revision);
  }

  /** The time of the clock as objects carry it. */
  now(): string {
    return timestampOf(this.options.clock());
  }

  collection(resourceId: string): Collection {
    const known = this.#collections.get(resourceId);
    if (known !== undefined) return known;
    const made = new Collection(this.#revision, this.options.logCapacity);
    this.#collections.set(resourceId, made);
    for (const opened of this.#openers) opened(resourceId);
    return made;
  }

  /** Calls `opened` for every collection that comes to be from now on. Returns the way out. */
  onCollection(opened: (resourceId: string) => void): () => void {
    this.#openers.add(opened);
    return () => void this.#openers.delete(opened);
  }

  /** Ends the collection: its watches are closed and its objects are gone. */
  drop(resourceId: string): void {
    this.#collections.get(resourceId)?.log.close();
    this.#collections.delete(resourceId);
  }

  /** Every collection by resource id. */
  collections(): IterableIterator<[string, Collection]> {
    return this.#collections.entries();
  }

  /** Writes the object under the next revision. What the object lacks of uid and creation time is given to it. */
  put(resourceId: string, object: KubeObject): Stored {
    this.#revision += 1;
    const { metadata } = object;
    const named = { ...object, metadata: { ...metadata, resourceVersion: String(this.#revision) } };
    named.metadata.uid ??= randomUUID();
    named.metadata.creationTimestamp ??= this.now();
    const stored = new Stored(keyOf(metadata.namespace ?? "", metadata.name), named);
    this.collection(resourceId).put(stored);
    return stored;
  }

  /** Removes the object; watches see its last state under the next revision. */
  remove(resourceId: string, stored: Stored): Stored {
    this.#revision += 1;
    const { object } = stored;
    const last = new Stored(stored.key, { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#revision) } });
    this.collection(resourceId).remove(last);
    return last;
  }

  /** As after a compaction of etcd: exact lists and continue tokens from before answer 410, watches go on from memory. */
  compactLists(): void {
    for (const collection of this.#collections.values()) collection.log.compactLists(this.#revision);
  }

  /** Forgets all changes so far: watches and continue tokens from before answer 410. */
  compact(): void {
    for (const collection of this.#collections.values()) collection.log.compact(this.#revision);
  }
}
