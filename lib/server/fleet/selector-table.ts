import type { Selecting, SelectingKind } from "@/lib/domain/selecting";

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

function keyOf(cluster: string, kind: SelectingKind, uid: string): string {
  return `${cluster}\n${kind}\n${uid}`;
}
