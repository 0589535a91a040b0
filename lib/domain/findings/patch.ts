import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import type { FindingRemedy } from "./rule";

/** Returns a merge patch of one object for `kubectl patch --type merge`. In `body`, null removes a field. */
export function findingMergePatch(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }, body: unknown): FindingRemedy {
  return { kind, namespace, name, type: "merge", body };
}

/** Returns the patch that sets a label or an annotation of an object; `value` null removes it. */
export function metadataPatch(
  kind: string,
  object: { readonly namespace: string; readonly name: string },
  { marks, key, value }: { readonly marks: "labels" | "annotations"; readonly key: string; readonly value: string | null },
): FindingRemedy {
  return findingMergePatch(kind, object, { metadata: { [marks]: { [key]: value } } });
}

/** Returns the command that creates a missing ServiceAccount; empty if the name is not a valid object name. */
export function serviceAccountCreationRemedy(namespace: string, name: string): { readonly patch?: FindingRemedy } {
  return isObjectName(name) ? { patch: { command: `kubectl create serviceaccount -n ${namespace} ${name}` } } : {};
}
