import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import type { Tables } from "@/lib/server/cluster/tables";
import { selectorOf } from "./parsed-objects";

const NONE: readonly MeshService[] = [];
const versionsOfTables = new WeakMap<Tables, ServiceVersions>();

/** Follows the inputs of default callers, so that a cached one is computed again only after a change of its own inputs. Fleets with the same tables share it. */
export class ServiceVersions {
  /** ServiceEntries by cluster and host name. A change of one replaces the list. */
  readonly #entries = new Map<string, readonly MeshService[]>();
  /** The same with the Service of the host name. */
  readonly #defining = new Map<
    string,
    { readonly entries: readonly MeshService[]; readonly service: MeshService | null; readonly all: readonly MeshService[] }
  >();
  readonly #services = new Map<string, MeshService>();
  readonly #pods = new Map<string, number>();
  readonly #policies = new Map<string, number>();
  /** Of all objects that decide which endpoints a caller is sent, without machines and Pods. */
  readonly #deciding = new Map<string, number>();

  static of(tables: Tables): ServiceVersions {
    const versions = versionsOfTables.get(tables) ?? new ServiceVersions(tables);
    versionsOfTables.set(tables, versions);
    return versions;
  }

  private constructor(tables: Tables) {
    for (const object of tables.services.values()) this.#turnService(null, object);
    for (const object of tables.serviceentries.values()) this.#turnEntry(null, object);
    tables.services.hook((before, after) => this.#turnService(before, after));
    tables.serviceentries.hook((before, after) => this.#turnEntry(before, after));
    tables["workload-pods"].hook((before, after) => bump(this.#pods, before ?? after, (pod) => keyOf(pod.cluster, pod.namespace)));
    for (const source of ["services", "serviceentries", "sidecars", "virtualservices", "destinationrules", "peerauthentications"] as const) {
      tables[source].hook((before: IndexedTableObject | null, after: IndexedTableObject | null) =>
        bump(this.#deciding, before ?? after, ({ cluster }) => cluster),
      );
    }
    for (const source of ["sidecars", "virtualservices"] as const) {
      tables[source].hook((before, after) => bump(this.#policies, before ?? after, ({ cluster }) => cluster));
    }
  }

  /** The Services and ServiceEntries with a host name: the same list until one of them changes. */
  defining(cluster: string, hostName: string, domain: string): readonly MeshService[] {
    const key = keyOf(cluster, hostName);
    const entries = this.#entries.get(key) ?? NONE;
    const [name = "", namespace = ""] = hostName.split(".", 2);
    const isService = serviceHostName(name, namespace, domain) === hostName;
    const service = isService ? (this.#services.get(keyOf(cluster, `${namespace}/${name}`)) ?? null) : null;
    if (service === null) {
      this.#defining.delete(key);
      return entries;
    }
    const known = this.#defining.get(key);
    if (known?.entries === entries && known.service === service) return known.all;
    const all = [service, ...entries];
    this.#defining.set(key, { entries, service, all });
    return all;
  }

  /** Another number after each change of a Sidecar or VirtualService of the cluster. */
  policies(cluster: string): number {
    return this.#policies.get(cluster) ?? 0;
  }

  /** Changes with every object that decides the endpoints of the cluster's callers, except machines and Pods. */
  deciding(cluster: string): number {
    return this.#deciding.get(cluster) ?? 0;
  }

  /** Another number after each change of a Pod of the namespace. */
  pods(cluster: string, namespace: string): number {
    return this.#pods.get(keyOf(cluster, namespace)) ?? 0;
  }

  #turnService(before: StoredMeshService | null, after: StoredMeshService | null): void {
    if (before !== null) {
      const key = keyOf(before.cluster, `${before.namespace}/${before.name}`);
      const old = selectorOf(before);
      if (old !== null && this.#services.get(key) === old) this.#services.delete(key);
    }
    const selector = after === null ? null : selectorOf(after);
    if (after !== null && selector !== null) this.#services.set(keyOf(after.cluster, `${after.namespace}/${after.name}`), selector);
  }

  #turnEntry(before: StoredMeshService | null, after: StoredMeshService | null): void {
    const [old, now] = [before === null ? null : selectorOf(before), after === null ? null : selectorOf(after)];
    for (const [object, selector, isAdded] of [
      [before, old, false],
      [after, now, true],
    ] as const) {
      if (object === null || selector?.kind !== "ServiceEntry") continue;
      for (const host of new Set(selector.hosts)) {
        const key = keyOf(object.cluster, host);
        const rest = (this.#entries.get(key) ?? NONE).filter((one) => one !== selector);
        const list = isAdded ? [...rest, selector] : rest;
        if (list.length === 0) this.#entries.delete(key);
        else this.#entries.set(key, list);
      }
    }
  }
}

function bump<T extends IndexedTableObject>(versions: Map<string, number>, object: T | null, keyOfObject: (object: T) => string): void {
  if (object === null) return;
  const key = keyOfObject(object);
  versions.set(key, (versions.get(key) ?? 0) + 1);
}

function keyOf(cluster: string, rest: string): string {
  return `${cluster}\n${rest}`;
}
