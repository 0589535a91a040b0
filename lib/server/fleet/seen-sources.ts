import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import type { TableSource } from "@/lib/server/cluster/tables";

/** Sources whose objects the store keeps itself, not a table. */
export type StoredSource = "workloadentries" | "workloadgroups";

/** Which sources were listed, and where: of these an empty table means that there is nothing. */
export class SeenSources {
  readonly #seen = new Map<string, Set<string>>();
  readonly #told = new Set<string>();

  /** Takes how fresh a source is in a namespace ("*" = all); null = it is watched no longer. True where that makes another one of what is seen. */
  set(cluster: string, source: TableSource | StoredSource, namespace: string, freshness: Freshness | null): boolean {
    const key = keyOf(cluster, source);
    const places = this.#seen.get(key) ?? new Set<string>();
    const [before, after] = [places.has(namespace), freshness !== null && isSeen(freshness)];
    if (freshness !== null) this.#told.add(key);
    if (before === after) return false;
    if (after) this.#seen.set(key, places.add(namespace));
    else places.delete(namespace);
    return true;
  }

  /** True if a source is watched, and was not listed there yet or may not be. A source without any report is not watched at all. */
  lacks(cluster: string, source: StoredSource, namespace?: string): boolean {
    return this.#told.has(keyOf(cluster, source)) && !this.has(cluster, source, namespace);
  }

  has(cluster: string, source: TableSource | StoredSource, namespace?: string): boolean {
    const places = this.#seen.get(keyOf(cluster, source));
    if (places === undefined) return false;
    return places.has(ALL_NAMESPACES) || (namespace === undefined ? places.size > 0 : places.has(namespace));
  }
}

/** A kind that the server does not have has no objects; what went stale was seen. */
function isSeen({ kind, asOf }: Freshness): boolean {
  return kind === "absent" || (asOf !== null && kind !== "denied");
}

function keyOf(cluster: string, source: TableSource | StoredSource): string {
  return `${cluster}\n${source}`;
}
