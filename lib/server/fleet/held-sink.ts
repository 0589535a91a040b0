import type { Removed, Sink, SourceTeller } from "@/lib/server/watch/sink";
import { ToldSink } from "@/lib/server/watch/told-sink";

/** Where the values of a source go. */
export interface HeldTable<T> {
  put(value: T): void;
  remove(held: Removed): void;
}

/** Writes the values of one source to a table that other sources write to as well: it remembers which of them are its own. */
export class HeldSink<T extends Removed> extends ToldSink implements Sink<T> {
  readonly #held = new Map<string, Removed>();
  #unseen: Set<string> | null = null;

  constructor(
    private readonly table: HeldTable<T>,
    teller: SourceTeller,
  ) {
    super(teller);
  }

  beginReplace(): void {
    this.#unseen = new Set(this.#held.keys());
  }

  upsert(value: T): void {
    this.#unseen?.delete(value.uid);
    this.#held.set(value.uid, value);
    this.table.put(value);
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

  size(): number {
    return this.#held.size;
  }

  *versions(): Iterable<readonly [string, string]> {
    for (const { uid, resourceVersion } of this.#held.values()) yield [uid, resourceVersion];
  }

  /** Forgets what only this source held. */
  forget(covered: (namespace: string) => boolean): void {
    for (const { uid, namespace } of [...this.#held.values()]) if (!covered(namespace)) this.#forgetOne(uid);
  }

  #forgetOne(uid: string): void {
    const held = this.#held.get(uid);
    if (held === undefined) return;
    this.#held.delete(uid);
    this.table.remove(held);
  }
}
