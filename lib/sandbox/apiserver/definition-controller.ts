import type { Cluster } from "./exchange";
import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import { managedAfter, withManaged } from "./managed-fields";
import { definitionsId } from "./registry";
import type { Stored } from "./stored";

/** Between acceptance of the names and establishment of a new definition. */
const establishDelayMs = 250;

/** Writes the conditions of new CustomResourceDefinitions: names accepted at once, established a little later. */
export function followDefinitions(cluster: Cluster): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const later = (work: () => void, delayMs: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timers.add(timer);
  };
  const leave = cluster.storage.collection(definitionsId).log.subscribe(
    (change) => {
      if (change.type !== "ADDED" || hasConditions(change.current.object)) return;
      const key = change.current.key;
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

function establish({ storage, clock }: Cluster, key: string, isEstablished: boolean): void {
  const stored: Stored | undefined = storage.collection(definitionsId).get(key);
  if (stored === undefined) return;
  const time = timestampOf(clock());
  const after = accepted(stored.object, isEstablished, time);
  const writer = { manager: "kube-apiserver", apiVersion: after.apiVersion, subresource: "status", time };
  storage.put(definitionsId, withManaged(after, managedAfter(stored.object, after, writer)));
}

/** The definition with the status of one whose names are accepted, at the time given in RFC 3339. */
export function accepted(definition: KubeObject, isEstablished: boolean, time: string): KubeObject {
  const names = isRecord(definition.spec) ? definition.spec.names : {};
  const conditions = [condition("NamesAccepted", true, "NoConflicts", "no conflicts found", time), establishedCondition(isEstablished, time)];
  return { ...definition, status: { conditions, acceptedNames: names, storedVersions: ["v1"] } };
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
