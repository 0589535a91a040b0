import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";

/** Hears of every object that came (before is null), changed, or went (after is null). */
export type TableHook<T> = (before: T | null, after: T | null) => void;

/** Under which keys an index has an object; none = it is not in the index. */
export type IndexKeys<T> = (value: T) => readonly string[];

/**
 * The objects of one source, of all clusters or of one, as client-go's Indexer keeps them: by uid, by namespace, and by the indexes it is made with. For
 * kinds of which there are few beside the machines: the values themselves are kept.
 */
export interface ObjectTable<T extends StoredObjectMetadata> {
  readonly size: number;
  /** Cluster by cluster, in the order in which they came. */
  values(): Iterable<T>;
  get(cluster: string, uid: string): T | undefined;
  inCluster(cluster: string): Iterable<T>;
  /** The objects of one namespace of a cluster; what has no namespace is in none. */
  inNamespace(cluster: string, namespace: string): readonly T[];
  /** How many objects a cluster has, or one of its namespaces. */
  count(cluster: string, namespace?: string): number;
  /** The objects that an index has under a key; an index that the table was not made with has none. */
  byIndex(index: string, key: string): readonly T[];
  /** Hears of every change until the returned function is called. */
  hook(hook: TableHook<T>): () => void;
  /** Keeps the object as it is now; hooks hear of it where its version is another. */
  upsert(value: T): void;
  remove(cluster: string, uid: string): void;
}

/** The key of a namespaced object in an index: `account`, or `service` and `pod` of EndpointSlices. */
export function objectKey(cluster: string, namespace: string, name: string): string {
  return `${cluster}\n${namespace}\n${name}`;
}

/** A table in memory. */
export class IndexedTable<T extends StoredObjectMetadata> implements ObjectTable<T> {
  /** By cluster, then by uid: a key of both would take as much as the object. */
  readonly #held = new Map<string, Map<string, T>>();
  readonly #hooks = new Set<TableHook<T>>();
  readonly #indexes: ReadonlyMap<string, TableIndex<T>>;
  /** Without what has no namespace: nobody asks for it here, and a list of thousands of Nodes would be walked at every change of one. */
  readonly #namespaces = new TableIndex<T>(({ cluster, namespace }) => (namespace === "" ? [] : [placeOf(cluster, namespace)]));

  constructor(indexes: Readonly<Record<string, IndexKeys<T>>> = {}) {
    this.#indexes = new Map(Object.entries(indexes).map(([name, keysOf]) => [name, new TableIndex(keysOf)]));
  }

  get size(): number {
    let size = 0;
    for (const held of this.#held.values()) size += held.size;
    return size;
  }

  *values(): Generator<T, undefined> {
    for (const held of this.#held.values()) yield* held.values();
  }

  get(cluster: string, uid: string): T | undefined {
    return this.#held.get(cluster)?.get(uid);
  }

  inCluster(cluster: string): Iterable<T> {
    return this.#held.get(cluster)?.values() ?? [];
  }

  count(cluster: string, namespace?: string): number {
    return namespace === undefined ? (this.#held.get(cluster)?.size ?? 0) : this.#namespaces.count(placeOf(cluster, namespace));
  }

  inNamespace(cluster: string, namespace: string): readonly T[] {
    return this.#namespaces.at(placeOf(cluster, namespace));
  }

  byIndex(index: string, key: string): readonly T[] {
    return this.#indexes.get(index)?.at(key) ?? [];
  }

  hook(hook: TableHook<T>): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  upsert(value: T): void {
    const held = this.#held.get(value.cluster) ?? new Map<string, T>();
    const before = held.get(value.uid) ?? null;
    this.#held.set(value.cluster, held);
    held.set(value.uid, value);
    this.#index(before, value);
    if (before?.resourceVersion !== value.resourceVersion) for (const hook of this.#hooks) hook(before, value);
  }

  remove(cluster: string, uid: string): void {
    const held = this.#held.get(cluster);
    const before = held?.get(uid);
    if (held === undefined || before === undefined) return;
    held.delete(uid);
    this.#index(before, null);
    for (const hook of this.#hooks) hook(before, null);
  }

  #index(before: T | null, after: T | null): void {
    for (const index of [this.#namespaces, ...this.#indexes.values()]) index.turn(before, after);
  }
}

/** Objects by the keys that one function gives them, in the order in which they came. Lists, not sets: they take half the space, and few are long. */
class TableIndex<T> {
  readonly #byKey = new Map<string, T[]>();

  constructor(private readonly keysOf: IndexKeys<T>) {}

  at(key: string): readonly T[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  count(key: string): number {
    return this.#byKey.get(key)?.length ?? 0;
  }

  turn(before: T | null, after: T | null): void {
    const left = new Set(before === null ? [] : this.keysOf(before));
    for (const key of new Set(after === null ? [] : this.keysOf(after))) {
      const objects = this.#byKey.get(key) ?? [];
      const at = before !== null && left.delete(key) ? objects.indexOf(before) : -1;
      if (after !== null) objects[at < 0 ? objects.length : at] = after;
      this.#byKey.set(key, objects);
    }
    for (const key of left) if (before !== null) this.#forget(key, before);
  }

  #forget(key: string, object: T): void {
    const objects = this.#byKey.get(key) ?? [];
    const at = objects.indexOf(object);
    if (at >= 0) objects.splice(at, 1);
    if (objects.length === 0) this.#byKey.delete(key);
  }
}

function placeOf(cluster: string, name: string): string {
  return `${cluster}\n${name}`;
}
