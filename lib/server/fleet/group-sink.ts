import type { Freshness } from "@/lib/domain/freshness";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { Removed, Sink, SourceTeller } from "@/lib/server/watch/sink";
import type { FleetStore } from "./fleet-store";

/** Writes the groups of one source to the store. */
export class GroupSink implements Sink<WorkloadGroup> {
  readonly #held = new Map<string, Removed>();
  #unseen: Set<string> | null = null;

  constructor(
    private readonly store: FleetStore,
    private readonly cluster: string,
    private readonly teller: SourceTeller,
  ) {}

  beginReplace(): void {
    this.#unseen = new Set(this.#held.keys());
  }

  upsert(value: WorkloadGroup): void {
    const { uid, namespace, name, resourceVersion } = value;
    this.#unseen?.delete(uid);
    this.#held.set(uid, { uid, namespace, name, resourceVersion });
    this.store.upsertGroup(value);
  }

  endReplace(): void {
    const unseen = this.#unseen ?? new Set<string>();
    this.#unseen = null;
    for (const uid of unseen) this.#forgetOne(uid);
  }

  abandonReplace(): void {
    this.#unseen = null;
  }

  remove({ uid }: Removed): void {
    this.#forgetOne(uid);
  }

  *versions(): Iterable<readonly [string, string]> {
    for (const { uid, resourceVersion } of this.#held.values()) yield [uid, resourceVersion];
  }

  freshness(freshness: Freshness): void {
    this.teller.freshness(freshness);
  }

  doubted(): void {
    this.teller.doubted?.();
  }

  agreed(): void {
    this.teller.agreed?.();
  }

  /** Forgets what only this source held. */
  forget(covered: (namespace: string) => boolean): void {
    for (const { uid, namespace } of [...this.#held.values()]) if (!covered(namespace)) this.#forgetOne(uid);
  }

  #forgetOne(uid: string): void {
    const held = this.#held.get(uid);
    if (held === undefined) return;
    this.#held.delete(uid);
    this.store.removeGroup(this.cluster, held.namespace, held.name, uid);
  }
}
