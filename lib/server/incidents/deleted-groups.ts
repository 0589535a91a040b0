import { isGarbageCollected } from "@/lib/domain/history/loss-cause";
import type { DeletedGroup } from "@/lib/server/history/queries/audit";

/** The answer to a deletion arrives within this time. Kubernetes deletes the first entries before it. Milliseconds. */
const ANSWER_MS = 10_000;

/** The groups of one cluster that users deleted with Stolos. Their dialog showed the machines, so that their ends are planned. */
export class DeletedGroups {
  readonly #deletions = new Map<string, number[]>();

  constructor(deleted: Iterable<DeletedGroup> = []) {
    for (const one of deleted) this.add(one);
  }

  add({ namespace, name, at }: DeletedGroup): void {
    const known = this.#deletions.get(`${namespace}/${name}`) ?? [];
    if (!known.includes(at)) this.#deletions.set(`${namespace}/${name}`, [...known, at]);
  }

  /** True if a machine of the group that ended at a moment was deleted with it. Milliseconds. */
  contains({ namespace, group }: { readonly namespace: string; readonly group: string }, endedAt: number): boolean {
    return this.#deletions.get(`${namespace}/${group}`)?.some((at) => isGarbageCollected(at - ANSWER_MS, endedAt)) ?? false;
  }
}
