import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { Clock } from "@/lib/server/clock";
import type { FleetStore } from "@/lib/server/fleet/columns/fleet-store";
import type { Sighting } from "@/lib/server/fleet/entry-change";
import type { Removed, Sink, SourceTeller } from "@/lib/server/watch/sink";
import { ToldSink } from "@/lib/server/watch/told-sink";

/** Writes the entries of one source (a cluster's, in one namespace or in all) to the store. */
export class EntrySink extends ToldSink implements Sink<WorkloadEntry> {
  #replacement = 0;
  #isLive = false;
  /** The last moment at which the source is known to have seen, and at which nothing can have been missed; null = never. */
  #seenTo: number | null = null;
  #sureTo: number | null = null;

  constructor(
    private readonly store: FleetStore,
    private readonly clock: Clock,
    private readonly cluster: string,
    private readonly namespace: string,
    teller: SourceTeller,
  ) {
    super(teller);
  }

  beginReplace(): void {
    this.#replacement = this.store.columns.beginReplacement();
  }

  override freshness(freshness: Freshness): void {
    this.#isLive = freshness.kind === "live";
    this.#seenTo = freshness.asOf ?? this.#seenTo;
    if (this.#isLive) this.#sureTo = this.#seenTo;
    super.freshness(freshness);
  }

  override doubted(): void {
    this.#seenTo = this.#sureTo;
    super.doubted();
  }

  override agreed(): void {
    this.#sureTo = this.clock.now();
    super.agreed();
  }

  upsert(value: WorkloadEntry): void {
    const found = this.#replacement !== 0;
    const notBefore = found || !this.#isLive ? (this.#seenTo ?? 0) : null;
    const slot = this.store.upsertEntry(value, this.clock.now(), found ? "found" : "seen", notBefore);
    if (found) this.store.columns.seen[slot] = this.#replacement;
  }

  endReplace(): void {
    const unseen: number[] = [];
    for (const slot of this.#slots()) if (this.store.columns.seen[slot] !== this.#replacement) unseen.push(slot);
    this.#replacement = 0;
    for (const slot of unseen) this.#removeSlot(slot, "found");
  }

  abandonReplace(): void {
    this.#replacement = 0;
  }

  remove({ uid }: Removed): void {
    this.store.removeEntry(this.cluster, uid, this.clock.now(), "seen");
  }

  size(): number {
    let size = 0;
    for (const _ of this.#slots()) size++;
    return size;
  }

  *versions(): Iterable<readonly [string, string]> {
    for (const slot of this.#slots()) yield [this.store.columns.uids.text(slot), this.store.columns.versions.text(slot)];
  }

  /** Forgets what only this source held; `covered` = another source still covers the namespace. */
  forget(covered: (namespace: string) => boolean): void {
    for (const slot of [...this.#slots()]) {
      if (!covered(this.store.places.at(this.store.columns.int("place", slot)).namespace)) this.#removeSlot(slot, "forgotten");
    }
  }

  #removeSlot(slot: number, how: Sighting | "forgotten"): void {
    this.store.removeEntry(this.cluster, this.store.columns.uids.text(slot), this.clock.now(), how);
  }

  *#slots(): Iterable<number> {
    const { columns, places } = this.store;
    const isOwn = places.all.map(({ cluster, namespace }) => cluster === this.cluster && (this.namespace === ALL_NAMESPACES || namespace === this.namespace));
    for (let slot = 0; slot < columns.limit; slot++) if (this.store.isUsed(slot) && isOwn[columns.int("place", slot)] === true) yield slot;
  }
}
