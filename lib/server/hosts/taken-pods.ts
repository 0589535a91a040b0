import { isStoredByIstiod } from "@/lib/domain/selection/matching";
import type { StoredPod } from "@/lib/domain/selection/objects";
import { workloadOfPod } from "@/lib/domain/selection/workload";
import type { HostlessFleet } from "@/lib/server/fleet/fleet-reader";
import { countPod } from "./host-counts";
import { reasonsAgainstPod } from "./host-matching";
import type { HostRecord } from "./host-record";
import { podBearing, shareOfPod } from "./pod-bearing";
import { PodKeys } from "./pod-keys";
import { TakenKeys } from "./taken-keys";
import type { TakenParts } from "./taken-machines";

/** Which Pods are taken by whom. */
export class TakenPods {
  readonly #keys = new PodKeys();
  readonly taken: TakenKeys;

  constructor(private readonly parts: Omit<TakenParts, "classes">) {
    const { fleet, meshOf, told } = parts;
    this.taken = new TakenKeys({
      takersOf: (key) => this.#takersOf(this.#keys.at(key)),
      bitsOf: (key) => {
        const pod = this.#keys.at(key);
        return pod === undefined ? 0 : podBearing(pod, meshOf(pod.cluster), isHiddenByEntry(fleet, pod, meshOf(pod.cluster)));
      },
      weightOf: () => 1,
      count: (record, { bits }, by) => countPod(record.counts, shareOfPod(record, bits), by),
      told,
    });
  }

  turned(before: StoredPod | null, after: StoredPod | null): void {
    if (after !== null) this.taken.evaluate(this.#keys.put(before, after));
    else if (before !== null) {
      const key = this.#keys.remove(before);
      if (key !== undefined) this.taken.remove(key);
    }
  }

  /** An entry of this name came, goes, or is held otherwise: at once where it is there already (`goes` = it still is). */
  named(cluster: string, namespace: string, name: string, goes: boolean): void {
    for (const key of this.#keys.named(cluster, namespace, name)) {
      if (goes) this.taken.evaluations.affect(key, 0, null);
      else this.taken.reweigh(key);
    }
  }

  of(record: HostRecord): readonly StoredPod[] {
    return Array.from(this.taken.lists.keysOf(record)).flatMap((key) => this.#keys.at(key) ?? []);
  }

  /** The keys of the Pods that a record may take. */
  *near(record: HostRecord): Generator<number, undefined> {
    const { cluster, selector } = record.host;
    for (const pod of record.takesPods ? this.parts.fleet.tables["workload-pods"].inNamespace(cluster, selector.namespace) : [])
      if (reasonsAgainstPod(record, pod) !== null) yield* this.#keyOf(pod);
  }

  /** The keys of all Pods of a cluster. */
  *ofCluster(cluster: string): Generator<number, undefined> {
    for (const pod of [...this.parts.fleet.tables["workload-pods"].values()]) if (pod.cluster === cluster) yield* this.#keyOf(pod);
  }

  #keyOf(pod: StoredPod): readonly number[] {
    return this.#keys.named(pod.cluster, pod.namespace, pod.name);
  }

  #takersOf(pod: StoredPod | undefined): readonly HostRecord[] {
    if (pod === undefined) return [];
    const anchors = this.parts.records.anchorsIn(pod.cluster, pod.namespace);
    if (anchors === undefined) return [];
    // Kubernetes itself matches a Service with Pods, and knows no derived labels (docs/istio.md#service-selector).
    const { labels } = workloadOfPod(pod, this.parts.meshOf(pod.cluster));
    const own = new Map(pod.labels);
    const near = new Set([...anchors.near((key) => labels.get(key)), ...anchors.near((key) => own.get(key))]);
    return [...near].filter((record) => reasonsAgainstPod(record, pod) !== null);
  }
}

/** Does an entry that istiod holds have the Pod's name? ServiceEntries then have the entry only (recording services). */
export function isHiddenByEntry(
  fleet: HostlessFleet,
  { cluster, namespace, name }: Pick<StoredPod, "cluster" | "namespace" | "name">,
  mesh: Parameters<typeof isStoredByIstiod>[1],
): boolean {
  const entry = fleet.byName(cluster, namespace, name);
  return entry !== null && isStoredByIstiod(fleet.entry(entry), mesh);
}
