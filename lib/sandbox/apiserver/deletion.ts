import { isRecord, type KubeObject, timestampOf } from "./kube-object";
import { definitionsId, type ResourceType } from "./resource-type";
import { Stored } from "./stored";
import type { Writes } from "./writes";

/** The finalizer of a definition whose objects are still being deleted. */
export const definitionCleanup = "customresourcecleanup.apiextensions.k8s.io";

/** What a delete came to: gone, or waiting for its finalizers. */
export type Deletion = { readonly kind: "gone"; readonly last: Stored } | { readonly kind: "waiting"; readonly stored: Stored };

/** Deletes the object, or marks it and leaves it to its finalizers. `policy` adds the finalizer that foreground or orphan deletion needs. */
export function deleteObject(writes: Writes, type: ResourceType, stored: Stored, policy: string, now: number): Deletion {
  const { object } = stored;
  if (type.id === definitionsId && object.metadata.deletionTimestamp === undefined) {
    return { kind: "waiting", stored: writes.put(type.id, terminatingDefinition(object, now)) };
  }
  const finalizers = finalizersAfter(object.metadata.finalizers ?? [], policy);
  if (finalizers.length === 0 && namespaceFinalizers(object, type).length === 0) return { kind: "gone", last: writes.remove(type.id, stored) };
  if (object.metadata.deletionTimestamp !== undefined) return { kind: "waiting", stored };
  return { kind: "waiting", stored: writes.put(type.id, terminating(object, type, finalizers, now)) };
}

/**
 * When this write takes the last finalizer from an object that is being deleted, the object goes. The answer is then what was written,
 * under the revision it had, and watches see the deletion with the finalizers it still had. Null: not so.
 */
export function finishDeletion(writes: Writes, type: ResourceType, before: Stored, after: KubeObject): Stored | null {
  if (after.metadata.deletionTimestamp === undefined) return null;
  // A Pod that has grace left waits for its kubelet, not for a finalizer.
  if ((before.object.metadata.deletionGracePeriodSeconds ?? 0) > 0) return null;
  if ((after.metadata.finalizers ?? []).length > 0 || namespaceFinalizers(after, type).length > 0) return null;
  writes.remove(type.id, before);
  return new Stored(before.key, after);
}

/** A definition stays until its objects are gone: the server itself puts the finalizer that keeps it. */
function terminatingDefinition(object: KubeObject, now: number): KubeObject {
  const time = timestampOf(now);
  const finalizers = [...new Set([...(object.metadata.finalizers ?? []), definitionCleanup])];
  const conditions = isRecord(object.status) && Array.isArray(object.status.conditions) ? object.status.conditions : [];
  const message = "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon";
  const condition = { type: "Terminating", status: "True", lastTransitionTime: time, reason: "InstanceDeletionPending", message };
  return {
    ...object,
    metadata: { ...object.metadata, deletionTimestamp: time, finalizers },
    status: { ...Object(object.status), conditions: [...conditions, condition] },
  };
}

function terminating(object: KubeObject, type: ResourceType, finalizers: readonly string[], now: number): KubeObject {
  const isNamespace = type.id === "/namespaces";
  const metadata = {
    ...object.metadata,
    deletionTimestamp: timestampOf(now),
    ...(isNamespace ? {} : { deletionGracePeriodSeconds: 0 }),
    ...(finalizers.length > 0 ? { finalizers: [...finalizers] } : {}),
    ...(type.counted ? { generation: (object.metadata.generation ?? 1) + 1 } : {}),
  };
  return { ...object, metadata, ...(isNamespace ? { status: { phase: "Terminating" } } : {}) };
}

function finalizersAfter(finalizers: readonly string[], policy: string): string[] {
  const others = finalizers.filter((name) => name !== "foregroundDeletion" && name !== "orphan");
  if (policy === "Foreground") return [...others, "foregroundDeletion"];
  if (policy === "Orphan") return [...others, "orphan"];
  return policy === "" ? [...finalizers] : others;
}

function namespaceFinalizers(object: KubeObject, type: ResourceType): unknown[] {
  if (type.id !== "/namespaces") return [];
  const spec = object.spec;
  return isRecord(spec) && Array.isArray(spec.finalizers) ? spec.finalizers : [];
}
