import { isObjectName } from "@/lib/domain/object-name";
import type { FindingPatch } from "./rule";

/** The command that makes a missing ServiceAccount; none where the name cannot be that of an object. */
export function makeAccount(namespace: string, name: string): { readonly patch?: FindingPatch } {
  return isObjectName(name) ? { patch: { command: `kubectl create serviceaccount -n ${namespace} ${name}` } } : {};
}
