import type { TableObject } from "@/lib/domain/table-object";

/** Hears of every object that came (before is null), changed, or went (after is null). */
export type TableHook<T> = (before: T | null, after: T | null) => void;

/** Under which keys an index has an object; none = it is not in the index. */
export type IndexKeys<T> = (value: T) => readonly string[];

/**
 * The objects of one source of all clusters, as client-go's Indexer keeps them: by uid, by namespace, and by the indexes it is made with. For
 * kinds of which there are few beside the machines: the values themselves are kept.
 */
export interface ObjectTable<T extends TableObject> {
  readonly size: number;
  /** In the order in which they came. */
  values(): Iterable<T>;
  get(cluster: string, uid: string): T | undefined;
  /** The objects of one namespace of a cluster. */
  inNamespace(cluster: string, namespace: string): readonly T[];
  /** The objects that an index has under a key; an index that the table was not made with has none. */
  byIndex(index: string, key: string): readonly T[];
  /** Hears of every change until the returned function is called. */
  hook(hook: TableHook<T>): () => void;
  /** Keeps the object as it is now; hooks hear of it where its version is another. */
  upsert(value: T): void;
  remove(cluster: string, uid: string): void;
}

/** A table in memory. */
export class IndexedTable<T extends TableObject> implements ObjectTable<T> {
  readonly #held = new Map<string, T>();
  readonly #hooks = new Set<TableHook<T>>();
  readonly #indexes: ReadonlyMap<string, TableIndex<T>>;
  readonly #namespaces = new TableIndex<T>(({ cluster, namespace }) => [placeOf(cluster, namespace)]);

  constructor(indexes: Readonly<Record<string, IndexKeys<T>>> = {}) {
    this.#indexes = new Map(Object.entries(indexes).map(([name, keysOf]) => [name, new TableIndex(keysOf)]));
  }

  get size(): number {
    return this.#held.size;
  }

  values(): Iterable<T> {
    return this.#held.values();
  }

  get(cluster: string, uid: string): T | undefined {
    return this.#held.get(placeOf(cluster, uid));
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
    const key = placeOf(value.cluster, value.uid);
    const before = this.#held.get(key) ?? null;
    this.#held.set(key, value);
    this.#index(before, value);
    if (before?.resourceVersion !== value.resourceVersion) for (const hook of this.#hooks) hook(before, value);
  }

  remove(cluster: string, uid: string): void {
    const key = placeOf(cluster, uid);
    const before = this.#held.get(key);
    if (before === undefined) return;
    this.#held.delete(key);
    this.#index(before, null);
    for (const hook of this.#hooks) hook(before, null);
  }

  #index(before: T | null, after: T | null): void {
    for (const index of [this.#namespaces, ...this.#indexes.values()]) index.turn(before, after);
  }
}

/** Objects by the keys that one function gives them. */
class TableIndex<T> {
  readonly #byKey = new Map<string, Set<T>>();

  constructor(private readonly keysOf: IndexKeys<T>) {}

  at(key: string): readonly T[] {
    return [...(this.#byKey.get(key) ?? [])];
  }

  turn(before: T | null, after: T | null): void {
    for (const key of before === null ? [] : this.keysOf(before)) {
      const objects = this.#byKey.get(key);
      if (before !== null) objects?.delete(before);
      if (objects?.size === 0) this.#byKey.delete(key);
    }
    for (const key of after === null ? [] : this.keysOf(after)) {
      const objects = this.#byKey.get(key) ?? new Set<T>();
      if (after !== null) objects.add(after);
      this.#byKey.set(key, objects);
    }
  }
}

function placeOf(cluster: string, name: string): string {
  return `${cluster}\n${name}`;
}
