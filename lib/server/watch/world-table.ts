import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { IndexedTable } from "@/lib/server/table/indexed-table";
import type { Removed } from "./sink";
import { TableSink } from "./table-sink";

/**
 * The objects of one source of one cluster, of which its world is made. They have a table of their own and none of the fleet's: only the world
 * made of them reaches the fleet, the record and viewers. What a viewer may see is decided for the world, not for these objects.
 */
export class WorldTable<T extends StoredObjectMetadata> extends TableSink<T> {
  #replacements = 0;
  #lately: Freshness | null = null;

  /** `changed` is called after every change, also of how fresh the source is, but for what comes within a replacement only at its end. */
  constructor(
    cluster: string,
    private readonly changed: () => void,
  ) {
    super({ table: new IndexedTable<T>(), cluster, namespace: ALL_NAMESPACES }, { freshness: changed });
  }

  /** As it was told last; null = not yet. */
  freshnessNow(): Freshness | null {
    return this.#lately;
  }

  /** How many lists have come through: 0 = nothing is known yet. */
  replaced(): number {
    return this.#replacements;
  }

  override upsert(value: T): void {
    super.upsert(value);
    if (!this.isReplacing()) this.changed();
  }

  override endReplace(): void {
    super.endReplace();
    this.#replacements++;
    this.changed();
  }

  override remove(removed: Removed): void {
    const before = this.size();
    super.remove(removed);
    if (this.size() < before) this.changed();
  }

  override freshness(freshness: Freshness): void {
    this.#lately = freshness;
    super.freshness(freshness);
  }
}
