import type { KubeObject } from "./kube-object";
import { managedAfter, withManaged } from "./managed-fields";
import type { Registry } from "./registry";
import type { ResourceType } from "./resource-type";
import type { Storage } from "./storage";
import { keyOf, type Stored } from "./stored";

/** The cluster's objects without HTTP: bulk seeding, and a look inside for tests. Nothing is validated here. */
export class ClusterStore {
  constructor(
    private readonly storage: Storage,
    private readonly registry: Registry,
  ) {}

  /** The revision of the last write. */
  get revision(): number {
    return this.storage.revision;
  }

  /** Writes an object as it is, new or over an old one. `manager` fills `managedFields`. Throws for a kind that is not served. */
  seed(object: KubeObject, manager?: string): KubeObject {
    const type = this.#typeOf(object.apiVersion, object.kind);
    const given: KubeObject = { ...object, apiVersion: type.group === "" ? type.storageVersion : `${type.group}/${type.storageVersion}` };
    if (type.counted && given.metadata.generation === undefined) given.metadata = { ...given.metadata, generation: 1 };
    const time = given.metadata.creationTimestamp ?? this.storage.now();
    const managed =
      manager === undefined ? given : withManaged(given, managedAfter(null, given, { manager, apiVersion: given.apiVersion, subresource: "", time }));
    return this.storage.put(type.id, managed).object;
  }

  /** Writes objects of another cluster with their uids and, where these rise, their resourceVersions. */
  restore(objects: readonly KubeObject[]): void {
    const versionOf = ({ metadata }: KubeObject) => Number(metadata.resourceVersion ?? 0);
    for (const object of [...objects].sort((a, b) => versionOf(a) - versionOf(b))) {
      this.storage.skipTo(versionOf(object) - 1);
      this.seed(object);
    }
  }

  get(apiVersion: string, kind: string, namespace: string, name: string): KubeObject | null {
    return this.storage.collection(this.#typeOf(apiVersion, kind).id).get(keyOf(namespace, name))?.object ?? null;
  }

  /** Objects of a kind, of one namespace or ("") of all, in the order of lists. */
  list(apiVersion: string, kind: string, namespace: string): KubeObject[] {
    return this.storage
      .collection(this.#typeOf(apiVersion, kind).id)
      .list(namespace)
      .map((stored) => stored.object);
  }

  /** Removes at once, finalizers or not. False when there was nothing. */
  remove(apiVersion: string, kind: string, namespace: string, name: string): boolean {
    const type = this.#typeOf(apiVersion, kind);
    const stored: Stored | undefined = this.storage.collection(type.id).get(keyOf(namespace, name));
    if (stored !== undefined) this.storage.remove(type.id, stored);
    return stored !== undefined;
  }

  /** As after a compaction of etcd: exact lists and continue tokens from before answer 410, watches go on from memory. */
  compactLists(): void {
    this.storage.compactLists();
  }

  /** Forgets all changes so far: older watches and continue tokens answer 410. */
  compact(): void {
    this.storage.compact();
  }

  /** How many follow the changes of a kind now, controllers among them. */
  watches(apiVersion: string, kind: string): number {
    return this.storage.collection(this.#typeOf(apiVersion, kind).id).log.followers;
  }

  #typeOf(apiVersion: string, kind: string): ResourceType {
    const type = this.registry.ofKind(apiVersion, kind);
    if (type === null) throw new Error(`the sandbox does not serve ${kind} of ${apiVersion}`);
    return type;
  }
}
