import type { StoredPod } from "@/lib/domain/selection/objects";

/** Numbers the Pods of all clusters, and finds them by name: several in several namespaces may have one. */
export class PodKeys {
  readonly #pods: (StoredPod | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #named = new Map<string, number | readonly number[]>();

  at(key: number): StoredPod | undefined {
    return this.#pods[key];
  }

  /** The key of a Pod as it is now: that of its uid, else a new one. */
  put(before: StoredPod | null, pod: StoredPod): number {
    const known = before === null ? undefined : this.#find(before);
    const key = known ?? this.#free.pop() ?? this.#pods.length;
    this.#pods[key] = pod;
    if (known === undefined) this.#setNamed(pod.name, [...this.#keysNamed(pod.name), key]);
    return key;
  }

  /** Forgets a Pod; its key may be another's from then on. */
  remove(pod: StoredPod): number | undefined {
    const key = this.#find(pod);
    if (key === undefined) return undefined;
    this.#pods[key] = undefined;
    this.#free.push(key);
    this.#setNamed(
      pod.name,
      this.#keysNamed(pod.name).filter((one) => one !== key),
    );
    return key;
  }

  /** The keys of the Pods of a name in a namespace. */
  named(cluster: string, namespace: string, name: string): readonly number[] {
    if (!this.#named.has(name)) return NONE;
    return this.#keysNamed(name).filter((key) => this.#pods[key]?.namespace === namespace && this.#pods[key]?.cluster === cluster);
  }

  #find({ cluster, uid, name }: StoredPod): number | undefined {
    return this.#keysNamed(name).find((key) => this.#pods[key]?.uid === uid && this.#pods[key]?.cluster === cluster);
  }

  #keysNamed(name: string): readonly number[] {
    const found = this.#named.get(name);
    return found === undefined ? NONE : typeof found === "number" ? [found] : found;
  }

  /** Most names are one Pod's: a list would cost more than the rest. */
  #setNamed(name: string, keys: readonly number[]): void {
    const [first, ...others] = keys;
    if (first === undefined) this.#named.delete(name);
    else this.#named.set(name, others.length === 0 ? first : keys);
  }
}

const NONE: readonly number[] = [];
