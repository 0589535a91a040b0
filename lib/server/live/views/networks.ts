import { parseNetworksQuery } from "@/lib/contract/url/networks-query";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { isInScope, isSourceVisible } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import { followSources, type NotFollowed, PODS_APART } from "@/lib/server/fleet/followed-sources";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { NewsInSight } from "@/lib/server/hosts/news-in-sight";
import type { OpenView, ViewContext } from "@/lib/server/live/view-source";
import { NetworksPage } from "@/lib/server/networks/networks-page";
import { standingMachines } from "@/lib/server/networks/standing-machines";

/** Whose objects decide which hosts gateways pass on, and how their callers speak. */
const NOT_FOLLOWED: NotFollowed = {
  sidecars: "Hosts are looked at as callers of their own namespace have them, whatever a Sidecar hides.",
  virtualservices: "Where routes send requests is not looked at.",
  authorizationpolicies: "Who is let in is not looked at.",
  serviceaccounts: "No account has a network.",
  endpointslices: "An address of an EndpointSlice is no machine.",
  "workload-pods": PODS_APART,
};

const RENEWED = ChangedParts.of("connectionTimes");

/** Networks with their machines, Pods and gateways, and who reaches whom. The query is a NetworksQuery. */
export const openNetworks: OpenView<"networks"> = (context) => {
  const { fleet, viewer, offset, limit } = context;
  const query = parseNetworksQuery(context.query);
  const { machines, close } = standingMachines(fleet);
  const page = new NetworksPage({ fleet, scope: viewer.scope, query, machines });
  const stop = watchNetworks(context, query, () => page.objectsChanged());
  return {
    compute: () => {
      const { head, rows } = page.now();
      return { head, rows: rows.slice(offset, offset + limit) };
    },
    close: () => {
      stop();
      close();
    },
  };
};

/** Listens for all in sight that the page rests on; `objects`: one that decides what gateways pass is another. */
function watchNetworks({ fleet, viewer: { scope }, changed }: ViewContext, query: Parameters<typeof pickedPlace>[0], objects: () => void): () => void {
  const isAsked = ({ cluster, namespace }: { readonly cluster: string; readonly namespace: string }) => pickedPlace(query, cluster, namespace);
  const onEntry = (entry: EntryRef, parts: ChangedParts) => {
    const { place } = fleet.groupOf(entry);
    if (!parts.isWithin(RENEWED) && isAsked(place) && isInScope(scope, place.cluster, "workloadentries", place.namespace)) changed();
  };
  const onPod = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    const pod = after ?? before;
    if (pod !== null && isAsked(pod) && isSourceVisible(scope, pod.cluster, "workload-pods", pod.namespace)) changed();
  };
  const isSeen = (one: IndexedTableObject | null) => one !== null && isInScope(scope, one.cluster, one.kind, one.namespace);
  const onObject = (before: IndexedTableObject | null, after: IndexedTableObject | null) => {
    if (!isSeen(before) && !isSeen(after)) return;
    objects();
    changed();
  };
  const news = new NewsInSight(fleet, scope, isAsked);
  const ends = [
    fleet.subscribe({
      leaving: onEntry,
      entering: onEntry,
      world: (cluster) => {
        if (!scope.clusters.has(cluster)) return;
        objects();
        changed();
      },
    }),
    fleet.hosts.subscribe((host) => {
      if (news.of(host)) changed();
    }),
    fleet.tables["workload-pods"].hook(onPod),
    ...followSources(fleet.tables, NOT_FOLLOWED, onObject),
  ];
  return () => {
    for (const end of ends) end();
  };
}
