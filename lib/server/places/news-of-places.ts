import type { ListQuery } from "@/lib/contract/url/list-query";
import { isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { NewsInSight } from "@/lib/server/hosts/news-in-sight";

/** What of an entry's change no place shows. */
const INVISIBLE = ChangedParts.of("connectionTimes", "metadata", "since");

/** Calls whenever places, or who is in one zone only, may look different to a viewer: never for what is out of his sight. */
export function watchPlaces(fleet: FleetReader, scope: Scope, picked: Pick<ListQuery, "clusters" | "namespaces">, changed: () => void): () => void {
  const isPicked = ({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }) => pickedPlace(picked, cluster, namespace);
  const onEntry = (entry: EntryRef, parts: ChangedParts) => {
    if (parts.isWithin(INVISIBLE)) return;
    const group = fleet.groupOf(entry);
    if (sightOf(scope, group).machines && isPicked(group.place)) changed();
  };
  const news = new NewsInSight(fleet, scope, isPicked);
  const unhook = [
    fleet.subscribe({
      leaving: onEntry,
      entering: onEntry,
      world: (cluster) => {
        if (scope.clusters.has(cluster)) changed();
      },
    }),
    fleet.hosts.subscribe((host) => {
      if (news.of(host)) changed();
    }),
    fleet.tables["workload-pods"].hook((before, after) => {
      const pod = after ?? before;
      if (pod !== null && isPicked(pod) && isSourceVisible(scope, pod.cluster, "workload-pods", pod.namespace)) changed();
    }),
  ];
  return () => {
    for (const off of unhook) off();
  };
}
