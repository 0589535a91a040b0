import { deleteObject, finishDeletion } from "./deletion";
import type { Change } from "./event-log";
import type { Cluster } from "./exchange";
import type { KubeObject } from "./kube-object";
import { managedAfter, withManaged } from "./managed-fields";
import type { ResourceType } from "./resource-type";
import type { Stored } from "./stored";

/** A real collector removes what a deleted owner left within tens of milliseconds. */
const sweepDelayMs = 15;

interface Dependent {
  readonly typeId: string;
  readonly stored: Stored;
}

/** Deletes objects whose owners are gone, and finishes foreground and orphan deletion. Returns the way to stop. */
export function startGarbageCollector(cluster: Cluster): () => void {
  const collector = new GarbageCollector(cluster);
  collector.start();
  return () => collector.stop();
}

class GarbageCollector {
  readonly #dependents = new Map<string, Map<string, Dependent>>();
  readonly #followed = new Map<string, () => void>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** New objects whose owners have not yet been looked up. */
  readonly #unproven = new Map<string, Dependent>();

  constructor(private readonly cluster: Cluster) {}

  start(): void {
    for (const [typeId] of this.cluster.storage.collections()) this.#follow(typeId);
    this.#followed.set(
      "",
      this.cluster.storage.onCollection((typeId) => this.#follow(typeId)),
    );
  }

  stop(): void {
    for (const leave of this.#followed.values()) leave();
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #follow(typeId: string): void {
    const { log } = this.cluster.storage.collection(typeId);
    const leave = log.subscribe(
      (change) => this.#see(typeId, change),
      () => leave(),
    );
    this.#followed.get(typeId)?.();
    this.#followed.set(typeId, leave);
  }

  #see(typeId: string, change: Change): void {
    const { object, key } = change.current;
    const place = `${typeId}:${key}`;
    for (const uid of ownersOf(change.previous?.object)) this.#dependents.get(uid)?.delete(place);
    if (change.type !== "DELETED") {
      for (const uid of ownersOf(object)) this.#dependentsOf(uid).set(place, { typeId, stored: change.current });
    }
    if (change.type === "ADDED" && ownersOf(object).length > 0) this.#prove(place, { typeId, stored: change.current });
    const uid = object.metadata.uid ?? "";
    if (change.type === "DELETED" && this.#dependents.has(uid)) this.#later(() => this.#sweep(uid));
    if (change.type === "MODIFIED" && isFinalizing(object)) this.#later(() => this.#finalize(typeId, key));
  }

  #dependentsOf(uid: string): Map<string, Dependent> {
    const known = this.#dependents.get(uid) ?? new Map<string, Dependent>();
    this.#dependents.set(uid, known);
    return known;
  }

  /** Looks, a little later and for all new objects at once, whether their owners exist. */
  #prove(place: string, dependent: Dependent): void {
    if (this.#unproven.size === 0) {
      this.#later(() => {
        const dependents = [...this.#unproven.values()];
        this.#unproven.clear();
        this.#deleteOrphans(dependents, "");
      });
    }
    this.#unproven.set(place, dependent);
  }

  /** Deletes what the owner left, unless another owner of it still lives. */
  #sweep(uid: string): void {
    const left = [...(this.#dependents.get(uid)?.values() ?? [])];
    this.#dependents.delete(uid);
    this.#deleteOrphans(left, uid);
  }

  /** Deletes those that no owner holds, an owner of the uid `except` not counted. */
  #deleteOrphans(dependents: readonly Dependent[], except: string): void {
    const { storage, registry, clock } = this.cluster;
    for (const { typeId, stored } of dependents) {
      const type = registry.byId(typeId);
      const current = storage.collection(typeId).get(stored.key);
      if (type === null || current === undefined || this.#hasLivingOwner(current.object, except)) continue;
      deleteObject(storage, type, current, "", clock());
    }
  }

  /** Owners of a kind that is not served here, or that name none, cannot be looked up and count as living. */
  #hasLivingOwner(object: KubeObject, except: string): boolean {
    return (object.metadata.ownerReferences ?? []).some((owner) => {
      if (owner.uid === except) return false;
      const type = this.cluster.registry.ofKind(owner.apiVersion ?? "", owner.kind);
      if (type === null) return true;
      const key = type.namespaced ? `${object.metadata.namespace ?? ""}/${owner.name}` : owner.name;
      return this.cluster.storage.collection(type.id).get(key)?.object.metadata.uid === owner.uid;
    });
  }

  /** Foreground: dependents first, then the owner. Orphan: the references go, then the owner. */
  #finalize(typeId: string, key: string): void {
    const { storage, registry } = this.cluster;
    const type = registry.byId(typeId);
    const stored = storage.collection(typeId).get(key);
    if (type === null || stored === undefined || !isFinalizing(stored.object)) return;
    const uid = stored.object.metadata.uid ?? "";
    if (stored.object.metadata.finalizers?.includes("orphan")) this.#orphan(uid);
    else this.#sweep(uid);
    const rest = (stored.object.metadata.finalizers ?? []).filter((name) => name !== "foregroundDeletion" && name !== "orphan");
    this.#release(type, stored, rest);
  }

  #orphan(uid: string): void {
    for (const { typeId, stored } of [...(this.#dependents.get(uid)?.values() ?? [])]) {
      const { metadata } = stored.object;
      const ownerReferences = (metadata.ownerReferences ?? []).filter((owner) => owner.uid !== uid);
      const { ownerReferences: _all, ...rest } = metadata;
      const kept = { ...stored.object, metadata: ownerReferences.length > 0 ? { ...rest, ownerReferences } : rest } as KubeObject;
      const writer = { manager: "kube-controller-manager", apiVersion: kept.apiVersion, subresource: "", time: this.cluster.storage.now() };
      this.cluster.storage.put(typeId, withManaged(kept, managedAfter(stored.object, kept, writer)));
    }
    this.#dependents.delete(uid);
  }

  #release(type: ResourceType, stored: Stored, finalizers: string[]): void {
    const { finalizers: _finalizers, ...metadata } = stored.object.metadata;
    const after: KubeObject = { ...stored.object, metadata: finalizers.length > 0 ? { ...metadata, finalizers } : (metadata as KubeObject["metadata"]) };
    if (finishDeletion(this.cluster.storage, type, stored, after) === null) this.cluster.storage.put(type.id, after);
  }

  #later(work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, sweepDelayMs);
    this.#timers.add(timer);
  }
}

function ownersOf(object: KubeObject | undefined): string[] {
  return (object?.metadata.ownerReferences ?? []).map((owner) => owner.uid);
}

function isFinalizing({ metadata }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined) return false;
  return metadata.finalizers?.some((name) => name === "foregroundDeletion" || name === "orphan") ?? false;
}
