import type { Freshness } from "@/lib/domain/freshness";
import type { Selecting, SelectingKind } from "@/lib/domain/selecting";
import type { Removed, Sink, SourceTeller } from "@/lib/server/watch/sink";

/** Hears of every Service and ServiceEntry that came (before is null), changed, or went (after is null). */
export type SelectingHook = (before: Selecting | null, after: Selecting | null) => void;

/** The Services and ServiceEntries of all clusters. There are few beside the machines: the values themselves are kept. */
export class SelectorTable {
  readonly #held = new Map<string, Selecting>();
  readonly #hooks = new Set<SelectingHook>();

  get values(): Iterable<Selecting> {
    return this.#held.values();
  }

  hook(hook: SelectingHook): () => void {
    this.#hooks.add(hook);
    return () => this.#hooks.delete(hook);
  }

  get(cluster: string, kind: SelectingKind, uid: string): Selecting | undefined {
    return this.#held.get(keyOf(cluster, kind, uid));
  }

  upsert(value: Selecting): void {
    const key = keyOf(value.cluster, value.kind, value.uid);
    const before = this.#held.get(key) ?? null;
    this.#held.set(key, value);
    if (before?.resourceVersion !== value.resourceVersion) for (const hook of this.#hooks) hook(before, value);
  }

  remove(cluster: string, kind: SelectingKind, uid: string): void {
    const key = keyOf(cluster, kind, uid);
    const before = this.#held.get(key);
    if (before === undefined) return;
    this.#held.delete(key);
    for (const hook of this.#hooks) hook(before, null);
  }
}

/** Writes one kind of one source to the table. */
export class SelectorSink implements Sink<Selecting> {
  readonly #held = new Map<string, Selecting>();
  #unseen: Set<string> | null = null;

  constructor(
    private readonly table: SelectorTable,
    private readonly cluster: string,
    private readonly kind: SelectingKind,
    private readonly teller: SourceTeller,
  ) {}

  beginReplace(): void {
    this.#unseen = new Set(this.#held.keys());
  }

  upsert(value: Selecting): void {
    this.#unseen?.delete(value.uid);
    this.#held.set(value.uid, value);
    this.table.upsert(value);
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
    if (this.#held.delete(uid)) this.table.remove(this.cluster, this.kind, uid);
  }
}

function keyOf(cluster: string, kind: SelectingKind, uid: string): string {
  return `${cluster}\n${kind}\n${uid}`;
}
