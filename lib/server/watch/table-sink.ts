import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { ObjectTable } from "@/lib/server/table/indexed-table";
import type { Removed, Sink, SourceTeller } from "./sink";
import { ToldSink } from "./told-sink";

/** The objects that a sink owns in a table: those of one cluster, in one namespace or in all ("*"). */
interface TablePlace<T extends StoredObjectMetadata> {
  readonly table: ObjectTable<T>;
  readonly cluster: string;
  readonly namespace: string;
}

/** Writes the objects of one source to its table. The table is the only copy of them. */
export class TableSink<T extends StoredObjectMetadata> extends ToldSink implements Sink<T> {
  #unseen: Set<string> | null = null;

  constructor(
    private readonly place: TablePlace<T>,
    teller: SourceTeller,
  ) {
    super(teller);
  }

  beginReplace(): void {
    this.#unseen = new Set(Array.from(this.values(), ({ uid }) => uid));
  }

  upsert(value: T): void {
    this.#unseen?.delete(value.uid);
    this.place.table.upsert(value);
  }

  endReplace(): void {
    const unseen = this.#unseen ?? new Set<string>();
    this.#unseen = null;
    for (const uid of unseen) this.place.table.remove(this.place.cluster, uid);
  }

  abandonReplace(): void {
    this.#unseen = null;
  }

  remove({ uid }: Removed): void {
    this.place.table.remove(this.place.cluster, uid);
  }

  size(): number {
    const { table, cluster, namespace } = this.place;
    return namespace === ALL_NAMESPACES ? table.count(cluster) : table.count(cluster, namespace);
  }

  /** The objects of this source. */
  values(): Iterable<T> {
    const { table, cluster, namespace } = this.place;
    return namespace === ALL_NAMESPACES ? table.inCluster(cluster) : table.inNamespace(cluster, namespace);
  }

  *versions(): Iterable<readonly [string, string]> {
    for (const { uid, resourceVersion } of this.values()) yield [uid, resourceVersion];
  }

  /** Forgets what only this source held. */
  forget(covered: (namespace: string) => boolean): void {
    for (const { uid, namespace } of [...this.values()]) if (!covered(namespace)) this.place.table.remove(this.place.cluster, uid);
  }

  /** Between the beginning of a replacement and its end. */
  protected isReplacing(): boolean {
    return this.#unseen !== null;
  }
}
