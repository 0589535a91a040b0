import { definitionCleanup, deleteObject, finishDeletion } from "./deletion";
import type { Cluster } from "./exchange";
import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import { managedAfter, withManaged } from "./managed-fields";
import { definitionsId } from "./resource-type";
import { customType } from "./resources";
import type { Stored } from "./stored";

/** Between acceptance of the names and establishment of a new definition. */
const establishDelayMs = 250;

/** How often the objects of a definition that is being deleted are looked at. */
const emptyIntervalMs = 20;

/** Writes the conditions of new CustomResourceDefinitions (names accepted at once, established a little later), and deletes with their objects those that go. */
export function followDefinitions(cluster: Cluster): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const later = (work: () => void, delayMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };
  const withdraw = (key: string, delayMs: number): void => {
    later(() => {
      if (!withdrawn(cluster, key)) withdraw(key, emptyIntervalMs);
    }, delayMs);
  };
  const leave = cluster.storage.collection(definitionsId).log.subscribe(
    (change) => {
      const key = change.current.key;
      const isLeaving = change.current.object.metadata.deletionTimestamp !== undefined;
      if (change.type === "MODIFIED" && isLeaving && change.previous?.object.metadata.deletionTimestamp === undefined) return withdraw(key, 0);
      if (change.type !== "ADDED" || hasConditions(change.current.object)) return;
      later(() => establish(cluster, key, false), 0);
      later(() => establish(cluster, key, true), establishDelayMs);
    },
    () => undefined,
  );
  return () => {
    leave();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Deletes the objects of a definition; when none is left it goes itself. True when it is gone. */
function withdrawn({ storage, registry, clock }: Cluster, key: string): boolean {
  const stored = storage.collection(definitionsId).get(key);
  const own = registry.byId(definitionsId);
  if (stored === undefined || own === null) return true;
  const type = customType(stored.object);
  const served = type === null ? null : registry.byId(type.id);
  if (served !== null) {
    const collection = storage.collection(served.id);
    for (const object of collection.list("")) deleteObject(storage, served, object, "Background", clock());
    if (collection.size > 0) return false;
  }
  const { finalizers = [], ...metadata } = stored.object.metadata;
  const rest = finalizers.filter((name) => name !== definitionCleanup);
  const after = { ...stored.object, metadata: rest.length > 0 ? { ...metadata, finalizers: rest } : metadata } as KubeObject;
  if (finishDeletion(storage, own, stored, after) === null) storage.put(definitionsId, after);
  return true;
}

function establish({ storage, registry, clock }: Cluster, key: string, isEstablished: boolean): void {
  const stored: Stored | undefined = storage.collection(definitionsId).get(key);
  if (stored === undefined || stored.object.metadata.deletionTimestamp !== undefined) return;
  const time = timestampOf(clock());
  const type = customType(stored.object);
  const after = type !== null && registry.isNameTaken(type) ? refused(stored.object, type.kind, time) : accepted(stored.object, isEstablished, time);
  const writer = { manager: "kube-apiserver", apiVersion: after.apiVersion, subresource: "status", time };
  storage.put(definitionsId, withManaged(after, managedAfter(stored.object, after, writer)));
}

/** The definition with the status of one whose names are accepted, at the time given in RFC 3339. */
export function accepted(definition: KubeObject, isEstablished: boolean, time: string): KubeObject {
  const names = isRecord(definition.spec) ? definition.spec.names : {};
  const conditions = [condition("NamesAccepted", true, "NoConflicts", "no conflicts found", time), establishedCondition(isEstablished, time)];
  return { ...definition, status: { conditions, acceptedNames: names, storedVersions: ["v1"] } };
}

/** The same of one whose kind another definition of the group has: it is not served. */
function refused(definition: KubeObject, kind: string, time: string): KubeObject {
  const conditions = [
    condition("NamesAccepted", false, "KindConflict", `${JSON.stringify(kind)} is already in use`, time),
    condition("Established", false, "NotAccepted", "not all names are accepted", time),
  ];
  return { ...definition, status: { conditions, acceptedNames: { plural: "", kind: "" }, storedVersions: ["v1"] } };
}

function hasConditions({ status }: KubeObject): boolean {
  return isRecord(status) && Array.isArray(status.conditions);
}

function establishedCondition(isEstablished: boolean, time: string): object {
  return condition("Established", isEstablished, isEstablished ? "InitialNamesAccepted" : "Installing", "the initial names have been accepted", time);
}

function condition(type: string, isTrue: boolean, reason: string, message: string, lastTransitionTime: string): object {
  return { type, status: isTrue ? "True" : "False", lastTransitionTime, reason, message };
}
