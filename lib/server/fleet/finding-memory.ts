import type { Scope } from "@/lib/domain/source/scope";
import type { Since } from "@/lib/domain/verdict/since";

/** What the record tells the live fleet of its findings: since when each is there. It is empty where nothing is recorded. */
export class FindingMemory {
  readonly #since = new Map<string, Since>();
  readonly #listeners = new Set<() => void>();
  #scope: Scope | null = null;

  /** Who looked: what is found in a wider sight may rest on what others do not see. Null = nothing is recorded. */
  get scope(): Scope | null {
    return this.#scope;
  }

  /** Since when a finding is there, by its id; null = that is not known. */
  since(id: string): Since | null {
    return this.#since.get(id) ?? null;
  }

  remember(id: string, since: Since | null): void {
    if (since === null) this.#since.delete(id);
    else this.#since.set(id, since);
  }

  /** What was remembered was seen by this scope; null = nothing is remembered any more. */
  seenBy(scope: Scope | null): void {
    this.#scope = scope;
    if (scope === null) this.#since.clear();
  }

  /** Hears when more is known than before. */
  hook(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  told(): void {
    for (const listener of this.#listeners) listener();
  }
}
