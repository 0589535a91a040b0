import { deleteObject, finishDeletion } from "./deletion";
import type { Cluster } from "./exchange";
import { isRecord, type KubeObject } from "./kube-object";

const namespacesId = "/namespaces";
const intervalMs = 30;

/** Empties namespaces that are being deleted and lets them go when nothing is left. Returns the way to stop. */
export function startNamespaceController(cluster: Cluster): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const visit = (name: string): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      if (!empty(cluster, name)) visit(name);
    }, intervalMs);
    timers.add(timer);
  };
  const leave = cluster.storage.collection(namespacesId).log.subscribe(
    (change) => {
      const isNew = change.previous?.object.metadata.deletionTimestamp === undefined;
      if (change.type === "MODIFIED" && isNew && change.current.object.metadata.deletionTimestamp !== undefined) visit(change.current.name);
    },
    () => undefined,
  );
  return () => {
    leave();
    for (const timer of timers) clearTimeout(timer);
  };
}

/** Deletes what is in the namespace. True when the namespace is gone. */
function empty({ storage, registry, clock }: Cluster, name: string): boolean {
  const namespace = storage.collection(namespacesId).get(name);
  const own = registry.byId(namespacesId);
  if (namespace === undefined || own === null) return true;
  const types = registry.types().filter((type) => type.namespaced);
  for (const type of types) for (const stored of storage.collection(type.id).list(name)) deleteObject(storage, type, stored, "Background", clock());
  if (types.some((type) => storage.collection(type.id).list(name).length > 0)) return false;
  const after = released(namespace.object);
  if (finishDeletion(storage, own, namespace, after) === null) storage.put(namespacesId, after);
  return true;
}

function released(namespace: KubeObject): KubeObject {
  const spec = isRecord(namespace.spec) ? namespace.spec : {};
  return { ...namespace, spec: { ...spec, finalizers: [] } };
}
