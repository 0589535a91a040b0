import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { followSources, type NotFollowed, PODS_APART } from "@/lib/server/fleet/followed-sources";
import { sightOf } from "@/lib/server/fleet/group-sight";

/** What a host's page hears. */
export interface HostListener {
  /** An entry of its namespace is another, came or goes. */
  entry(ref: EntryRef, parts: ChangedParts): void;
  /** An entry of another namespace that the viewer sees is another, comes or goes. */
  elsewhere(ref: EntryRef, parts: ChangedParts): void;
  /** The host itself, a Pod, a policy or what is known of the mesh is another. */
  surroundings(): void;
}

/** Whose objects decide who answers for a host, wherever they are. */
const NOT_FOLLOWED: NotFollowed = {
  gateways: "A host's page does not tell what passes between networks.",
  serviceaccounts: "No account answers for a host.",
  "workload-pods": PODS_APART,
};

/** Listens for all that a host's page rests on, and has the Pods of its namespace watched; gives back what ends it. */
export function watchHost(
  fleet: FleetReader,
  scope: Scope,
  { cluster, namespace }: Pick<ServiceQuery, "cluster" | "namespace">,
  listener: HostListener,
): () => void {
  const isHere = (ref: EntryRef) => {
    const { place } = fleet.groupOf(ref);
    return place.cluster === cluster && place.namespace === namespace;
  };
  // What is out of sight must not be told of by the moment of a frame either.
  const seesMachines = isInScope(scope, cluster, "workloadentries", namespace);
  const seesPods = isSourceVisible(scope, cluster, "workload-pods", namespace);
  const onEntry = (ref: EntryRef, parts: ChangedParts) => {
    if (isHere(ref)) {
      if (seesMachines) listener.entry(ref, parts);
      return;
    }
    const { place } = fleet.groupOf(ref);
    if (place.cluster === cluster && isInScope(scope, cluster, "workloadentries", place.namespace)) listener.elsewhere(ref, parts);
  };
  const isInSight = (one: IndexedTableObject | null) => one !== null && one.cluster === cluster && isInScope(scope, cluster, one.kind, one.namespace);
  const ofCluster = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    if (isInSight(before) || isInSight(after)) listener.surroundings();
  };
  const ofNamespace = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    const one = after ?? before;
    if (seesPods && one?.cluster === cluster && one.namespace === namespace) listener.surroundings();
  };
  const isPlace = (place: FleetPlace) => place.cluster === cluster && place.namespace === namespace;
  const ends = [
    fleet.need(scope, cluster, "workload-pods", namespace),
    fleet.subscribe({
      leaving: onEntry,
      entering: onEntry,
      group: (record) => isPlace(record.place) && sightOf(scope, record).object && listener.surroundings(),
      memory: ({ place }) => seesMachines && isPlace(place) && listener.surroundings(),
      world: (where) => where === cluster && scope.clusters.has(cluster) && listener.surroundings(),
    }),
    fleet.tables["workload-pods"].hook(ofNamespace),
    ...followSources(fleet.tables, NOT_FOLLOWED, ofCluster),
  ];
  return () => {
    for (const end of ends) end();
  };
}
