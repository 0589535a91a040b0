import type { WhatIfQuery } from "@/lib/contract/views/what-if";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { followSources, type NotFollowed, PODS_APART } from "@/lib/server/fleet/followed-sources";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { gatewayNamespaces } from "./lost-gateways";

/** Whose objects decide who answers, or how callers come to them. */
const NOT_FOLLOWED: NotFollowed = {
  sidecars: "Hosts are looked at as callers of their own namespace have them, whatever a Sidecar hides.",
  virtualservices: "Where routes send requests is not looked at.",
  gateways: "What a Gateway passes on does not change with what is lost.",
  peerauthentications: "Whether plain text is refused does not change with what is lost.",
  authorizationpolicies: "Who is let in does not change with what is lost.",
  serviceaccounts: "No account answers for a host.",
  "workload-pods": PODS_APART,
};

/**
 * Calls whenever what would be left may be another thing: what is out of sight must not be told of by the moment of a frame either. The Pods of gateways are
 * watched meanwhile, as far as they may be seen.
 */
export function watchLoss(fleet: FleetReader, scope: Scope, query: WhatIfQuery, changed: () => void): () => void {
  const isPicked = (cluster: string, namespace: string) => pickedPlace(query, cluster, namespace);
  const ofMachines = (group: FleetGroup) => {
    if (sightOf(scope, group).machines && isPicked(group.place.cluster, group.place.namespace)) changed();
  };
  const onEntry = (entry: EntryRef) => ofMachines(fleet.groupOf(entry));
  const onObject = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    for (const one of [before, after]) if (one !== null && isInScope(scope, one.cluster, one.kind, one.namespace)) return changed();
  };
  const onPod = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    const one = after ?? before;
    if (one !== null && isSourceVisible(scope, one.cluster, "workload-pods", one.namespace)) changed();
  };
  const clusters = fleet.clusters.filter((cluster) => scope.clusters.has(cluster));
  const ends = [
    fleet.subscribe({
      ...{ leaving: onEntry, entering: onEntry, memory: ofMachines },
      group: (group) => sightOf(scope, group).object && changed(),
      world: (cluster) => scope.clusters.has(cluster) && changed(),
    }),
    fleet.tables["workload-pods"].hook(onPod),
    ...followSources(fleet.tables, NOT_FOLLOWED, onObject),
    ...clusters.flatMap((cluster) => gatewayNamespaces(fleet.worldOf(cluster)).map((namespace) => fleet.need(scope, cluster, "workload-pods", namespace))),
  ];
  return () => {
    for (const end of ends) end();
  };
}
