import { isObjectName } from "@/lib/domain/object-name";
import type { FindingPatch } from "./rule";

/** A merge patch of one object, as `kubectl patch --type merge` takes it: null takes a field away. */
export function mergePatch(kind: string, { namespace, name }: { readonly namespace: string; readonly name: string }, body: unknown): FindingPatch {
  return { kind, namespace, name, type: "merge", body };
}

/** Takes a label or an annotation off an object, or sets it. */
export function markPatch(
  kind: string,
  object: { readonly namespace: string; readonly name: string },
  { marks, key, value }: { readonly marks: "labels" | "annotations"; readonly key: string; readonly value: string | null },
): FindingPatch {
  return mergePatch(kind, object, { metadata: { [marks]: { [key]: value } } });
}

/** The command that makes a missing ServiceAccount; none where the name cannot be that of an object. */
export function makeAccount(namespace: string, name: string): { readonly patch?: FindingPatch } {
  return isObjectName(name) ? { patch: { command: `kubectl create serviceaccount -n ${namespace} ${name}` } } : {};
}
