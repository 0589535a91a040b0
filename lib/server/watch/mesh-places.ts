import type { NamespaceMeshSettings, NodeAndNamespaceFacts } from "@/lib/domain/mesh/mesh-facts";
import type { Fact } from "@/lib/domain/mesh/world";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import type { ClusterNode } from "@/lib/server/kube/parse/node";

/** Objects that can be seen now, or why they cannot be. */
export type SeenObjects<T> = { readonly seen: Iterable<T>; readonly where: string } | { readonly seen: null; readonly why: string };

/** The places of one cluster: as long as they say the same, the same object, so that nobody has to compare what thousands of Nodes say. */
export function createMeshPlaces(): (nodes: SeenObjects<ClusterNode>, namespaces: SeenObjects<NamespaceName>) => NodeAndNamespaceFacts {
  const nodesOf = keptFact<ClusterNode, string>((node) => (node.locality === "" ? null : node.locality), Object.is);
  const namespacesOf = keptFact<NamespaceName, NamespaceMeshSettings>(
    ({ network, distribution, revision, maintenance }) =>
      network === "" && distribution === null && revision === "" && maintenance === undefined
        ? null
        : { network, distribution, revision, ...(maintenance !== undefined && { maintenance }) },
    (a, b) => a.network === b.network && a.distribution === b.distribution && a.revision === b.revision && a.maintenance === b.maintenance,
  );
  let last: NodeAndNamespaceFacts | null = null;
  return (nodes, namespaces) => {
    const places = { nodes: nodesOf(nodes), namespaces: namespacesOf(namespaces) };
    if (last === null || last.nodes !== places.nodes || last.namespaces !== places.namespaces) last = places;
    return last;
  };
}

type Told<V> = Fact<ReadonlyMap<string, V>>;

/** What those objects tell that say something, by name: the fact that was told last, where they say the same. */
function keptFact<T extends { readonly name: string }, V>(told: (object: T) => V | null, same: (a: V, b: V) => boolean): (objects: SeenObjects<T>) => Told<V> {
  let last: Told<V> | null = null;
  return (objects) => {
    const fact = factOf(objects, told);
    if (last === null || !isSameFact(last, fact, same)) last = fact;
    return last;
  };
}

function factOf<T extends { readonly name: string }, V>(objects: SeenObjects<T>, told: (object: T) => V | null): Told<V> {
  if (objects.seen === null) return { kind: "denied", source: objects.why };
  const value = new Map<string, V>();
  for (const object of objects.seen) {
    const says = told(object);
    if (says !== null) value.set(object.name, says);
  }
  return { kind: "known", value, source: objects.where };
}

function isSameFact<V>(a: Told<V>, b: Told<V>, same: (a: V, b: V) => boolean): boolean {
  if (a.kind !== b.kind || a.source !== b.source) return false;
  if (a.kind === "denied" || b.kind === "denied") return true;
  if (a.value.size !== b.value.size) return false;
  for (const [name, value] of b.value) {
    const known = a.value.get(name);
    if (known === undefined || !same(known, value)) return false;
  }
  return true;
}
