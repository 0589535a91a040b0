import type { ResourceType } from "./resource-type";
import { forbidden, notFound } from "./status-errors";
import type { Storage } from "./storage";

const namespaces = { group: "", plural: "namespaces" };

/** Objects are made in namespaces that exist and stay. Throws 404 or 403. */
export function checkNamespace(storage: Storage, type: ResourceType, namespace: string, name: string): void {
  const found = storage.collection("/namespaces").get(namespace);
  if (found === undefined) throw notFound(namespaces, namespace);
  if (found.object.metadata.deletionTimestamp === undefined) return;
  throw forbidden(type, name, `unable to create new content in namespace ${namespace} because it is being terminated`, [
    { reason: "NamespaceTerminating", message: `namespace ${namespace} is being terminated`, field: "metadata.namespace" },
  ]);
}
