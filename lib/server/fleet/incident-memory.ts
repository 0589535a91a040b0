import type { Incident } from "@/lib/domain/incidents/incident";
import { IncidentIndex } from "./incident-index";

/** The most incidents that are kept in memory. The oldest ended ones are dropped first. */
const MOST_INCIDENTS = 1_000;
/** The most merges that are followed from one key. */
const MOST_MERGES = 10;

/** The incidents in memory: those that are not over, and the last ended ones. Empty where nothing is recorded. */
export class IncidentMemory {
  readonly #incidents = new Map<string, Incident>();
  readonly #index = new IncidentIndex();
  /** The key of the older incident by the key of one that became a part of it. */
  readonly #merged = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  #since: number | null = null;
  #olderThan: number | null = null;

  /** The moment from which all incidents are known; null = nothing is recorded. Milliseconds. */
  get since(): number | null {
    return this.#since;
  }

  /** The history has incidents that ended before this moment and are not in memory; null = it has none. Milliseconds. */
  get olderThan(): number | null {
    return this.#olderThan;
  }

  /** The incidents of one more cluster are known, from this moment on. `olderThan`: the history has more that ended before; null = it has none. Milliseconds. */
  begin(at: number, olderThan: number | null = null): void {
    this.#since = Math.max(at, this.#since ?? at);
    if (olderThan !== null) this.#olderThan = Math.max(olderThan, this.#olderThan ?? olderThan);
    for (const listener of this.#listeners) listener();
  }

  get all(): Iterable<Incident> {
    return this.#incidents.values();
  }

  /** Returns the incident with a key, or the one that this became a part of. Null = there is none. */
  find(key: string): Incident | null {
    let current = key;
    for (let step = 0; step < MOST_MERGES; step++) current = this.#merged.get(current) ?? current;
    return this.#incidents.get(current) ?? null;
  }

  /** Returns the incidents of the machine of an entry. `uid` "" = the machine that had the name last. */
  ofEntry(entry: Parameters<IncidentIndex["ofEntry"]>[0], uid: string): readonly Incident[] {
    const memberships = this.#index.ofEntry(entry);
    const machine = uid === "" ? memberships.at(-1)?.machine : `${entry.cluster}/${uid}`;
    return this.#withKeys(memberships.filter((one) => one.machine === machine).map(({ incident }) => incident));
  }

  /** Returns the incidents with machines of a group. Name "" = the machines of a namespace that belong to no group. */
  ofGroup(group: Parameters<IncidentIndex["ofGroup"]>[0]): readonly Incident[] {
    return this.#withKeys(this.#index.ofGroup(group));
  }

  /** Returns the incidents in which a service lost its last endpoint. */
  ofService(service: Parameters<IncidentIndex["ofService"]>[0]): readonly Incident[] {
    return this.#withKeys(this.#index.ofService(service));
  }

  /**
   * Replaces changed incidents, and adds new ones. Keeps only the key of a merged incident. `renamed`: keys that were replaced by those of another replica.
   */
  update(changed: readonly Incident[], renamed: Iterable<string> = []): void {
    if (changed.length === 0) return;
    for (const key of renamed) this.#drop(key);
    for (const incident of changed) {
      this.#index.replace(this.#incidents.get(incident.key), incident.mergedInto === null ? incident : undefined);
      this.#incidents.delete(incident.key);
      if (incident.mergedInto === null) this.#incidents.set(incident.key, incident);
      else this.#merge(incident.key, incident.mergedInto);
    }
    this.#dropOldest();
    for (const listener of this.#listeners) listener();
  }

  /** Forgets the incidents of a cluster that are not over: it is not configured any more, and the history has them. */
  forgetCluster(cluster: string): void {
    for (const { key, state, clusters } of [...this.#incidents.values()]) if (state !== "over" && clusters.includes(cluster)) this.#drop(key);
    for (const listener of this.#listeners) listener();
  }

  /** Calls the listener after each change. */
  hook(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #merge(key: string, older: string): void {
    this.#merged.set(key, older);
    const [first = key] = this.#merged.keys();
    if (this.#merged.size > MOST_INCIDENTS) this.#merged.delete(first);
  }

  /** The order of the map is that of the last changes. */
  #dropOldest(): void {
    let excess = this.#incidents.size - MOST_INCIDENTS;
    if (excess <= 0) return;
    for (const { key, state, endedAt } of this.#incidents.values()) {
      if (excess <= 0) return;
      if (state !== "over" || endedAt === null) continue;
      this.#drop(key);
      this.#since = this.#since === null ? null : Math.max(this.#since, endedAt + 1);
      this.#olderThan = Math.max(this.#olderThan ?? 0, endedAt + 1);
      excess--;
    }
  }

  #drop(key: string): void {
    this.#index.replace(this.#incidents.get(key), undefined);
    this.#incidents.delete(key);
  }

  #withKeys(keys: readonly string[]): readonly Incident[] {
    return keys.flatMap((key) => this.#incidents.get(key) ?? []);
  }
}
