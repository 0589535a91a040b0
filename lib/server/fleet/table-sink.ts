import type { TableObject } from "@/lib/domain/table-object";
import { ALL_NAMESPACES } from "@/lib/server/watch/fleet-sink";
import type { Removed, Sink, SourceTeller } from "@/lib/server/watch/sink";
import type { ObjectTable } from "./indexed-table";
import { ToldSink } from "./told-sink";

/** Where a sink writes: the objects of one cluster, in one namespace or in all ("*"), are its own. */
interface TablePlace {
  readonly table: ObjectTable<TableObject>;
  readonly cluster: string;
  readonly namespace: string;
}

/** Writes the objects of one source to its table. What lies in its place is its own, so that it keeps nothing beside the table. */
export class TableSink extends ToldSink implements Sink<TableObject> {
  #unseen: Set<string> | null = null;

  constructor(
    private readonly place: TablePlace,
    teller: SourceTeller,
  ) {
    super(teller);
  }

  beginReplace(): void {
    this.#unseen = new Set(Array.from(this.#own(), ({ uid }) => uid));
  }

  upsert(value: TableObject): void {
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

  *versions(): Iterable<readonly [string, string]> {
    for (const { uid, resourceVersion } of this.#own()) yield [uid, resourceVersion];
  }

  /** Forgets what only this source held. */
  forget(covered: (namespace: string) => boolean): void {
    for (const { uid, namespace } of [...this.#own()]) if (!covered(namespace)) this.place.table.remove(this.place.cluster, uid);
  }

  #own(): Iterable<TableObject> {
    const { table, cluster, namespace } = this.place;
    return namespace === ALL_NAMESPACES ? table.inCluster(cluster) : table.inNamespace(cluster, namespace);
  }
}
