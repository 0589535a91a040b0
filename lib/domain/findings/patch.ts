import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import type { FindingPatch } from "./rule";

/** A merge patch of one object for `kubectl patch --type merge`. Null removes a field. */
export function mergePatch(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }, body: unknown): FindingPatch {
  return { kind, namespace, name, type: "merge", body };
}

/** Sets a label or an annotation of an object. Null removes it. */
export function metadataPatch(
  kind: string,
  object: { readonly namespace: string; readonly name: string },
  { marks, key, value }: { readonly marks: "labels" | "annotations"; readonly key: string; readonly value: string | null },
): FindingPatch {
  return mergePatch(kind, object, { metadata: { [marks]: { [key]: value } } });
}

/** The command that creates a missing ServiceAccount. None if the name is no valid object name. */
export function serviceAccountPatch(namespace: string, name: string): { readonly patch?: FindingPatch } {
  return isObjectName(name) ? { patch: { command: `kubectl create serviceaccount -n ${namespace} ${name}` } } : {};
}
