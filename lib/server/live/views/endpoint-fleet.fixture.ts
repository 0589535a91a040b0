import { formatServiceQuery, type ServiceQuery } from "@/lib/contract/url/service-query";
import { type SelectedByHead, type SelectingService, selectedByQuery } from "@/lib/contract/views/selected-by";
import type { EndpointRow, ServiceDetail, ServiceHead } from "@/lib/contract/views/service";
import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import type { NamespaceMeshSettings } from "@/lib/domain/mesh/mesh-facts";
import type { GatewayService } from "@/lib/domain/mesh/network-gateways";
import { WATCHED_KINDS } from "@/lib/domain/source/scope";
import { destinationRules } from "@/lib/server/cluster/kinds/destinationrules";
import { endpointSlices } from "@/lib/server/cluster/kinds/endpointslices";
import { peerAuthentications } from "@/lib/server/cluster/kinds/peerauthentications";
import { serviceEntries } from "@/lib/server/cluster/kinds/serviceentries";
import { services } from "@/lib/server/cluster/kinds/services";
import { sidecars } from "@/lib/server/cluster/kinds/sidecars";
import { virtualServices } from "@/lib/server/cluster/kinds/virtualservices";
import { workloadPods } from "@/lib/server/cluster/kinds/workload-pods";
import { workloadEntries } from "@/lib/server/cluster/kinds/workloadentries";
import { liveFleet } from "@/lib/server/fleet/live-fleet";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { isHandMade } from "@/lib/server/kube/parse/selection/endpoint-slice";
import { NOW } from "@/lib/testing/entries";
import { HOSTS_CLUSTER, hostScope } from "@/lib/testing/hosts";
import { meshWorld } from "@/lib/testing/mesh-world";
import type { RawCaller, RawObject } from "@/lib/testing/selection-worlds";
import { openSelectedBy } from "./selected-by";
import { openService } from "./service";

const LIVE = { kind: "live", asOf: NOW } as const;
const SOURCES = {
  Service: services,
  ServiceEntry: serviceEntries,
  DestinationRule: destinationRules,
  EndpointSlice: endpointSlices,
  PeerAuthentication: peerAuthentications,
  Sidecar: sidecars,
  VirtualService: virtualServices,
} as const;
const TABLES = {
  Service: "services",
  ServiceEntry: "serviceentries",
  DestinationRule: "destinationrules",
  EndpointSlice: "endpointslices",
  PeerAuthentication: "peerauthentications",
  Sidecar: "sidecars",
  VirtualService: "virtualservices",
} as const;

/** The rights of the only viewer: all kinds in all namespaces. */
export const ENDPOINT_SCOPE = hostScope(Object.fromEntries(WATCHED_KINDS.map((kind) => [kind, "all"])));

/** Objects as YAML has them, with the facts of their cluster that decide about endpoints. Other kinds of objects are left out. */
export interface EndpointCluster {
  readonly objects: readonly RawObject[];
  readonly gateways: readonly GatewayService[];
  readonly told: PartialMeshConfig;
  readonly namespaces: ReadonlyMap<string, NamespaceMeshSettings>;
  /** Localities of Nodes, as istiod writes them. */
  readonly nodes: ReadonlyMap<string, string>;
  /** The environment of istiod. */
  readonly settings?: Record<string, string>;
}

export type EndpointFleet = ReturnType<typeof endpointFleet>;

/** A fleet that has read all objects of one cluster. Throws if an object cannot be kept. */
export function endpointFleet({ objects, gateways, told, namespaces, nodes, settings }: EndpointCluster) {
  const fleet = liveFleet([HOSTS_CLUSTER], () => NOW);
  const places = {
    nodes: { kind: "known", value: nodes, source: "nodes" },
    namespaces: { kind: "known", value: namespaces, source: "namespaces" },
  } as const;
  fleet.store.setWorld({ ...meshWorld(gateways, told, settings), places }, NOW);
  for (const table of Object.values(TABLES)) fleet.setFreshness(HOSTS_CLUSTER, table, "*", LIVE);
  for (const { metadata } of objects) fleet.setFreshness(HOSTS_CLUSTER, "workload-pods", metadata.namespace, LIVE);
  objects.forEach((raw, at) => {
    const identity = { ...standInIdentity(raw, at), uid: `${raw.kind}/${raw.metadata.namespace}/${raw.metadata.name}` };
    if (raw.kind === "WorkloadEntry") fleet.store.upsertEntry(workloadEntries.parse(raw, identity, HOSTS_CLUSTER), NOW, "seen");
    else if (raw.kind === "Pod") fleet.tables["workload-pods"].upsert(workloadPods.parse(raw, identity, HOSTS_CLUSTER));
    else if (raw.kind in TABLES && (raw.kind !== "EndpointSlice" || isHandMade(raw))) {
      const kind = raw.kind as keyof typeof TABLES;
      fleet.tables[TABLES[kind]].upsert(SOURCES[kind].parse(raw, identity, HOSTS_CLUSTER) as never);
    }
  });
  return fleet;
}

/** The context of a view of a viewer who sees everything; the first 100 rows. */
export const endpointContext = (fleet: EndpointFleet) => ({
  ...{ fleet, lists: new StandingLists(fleet), viewer: { subject: "somebody", scope: ENDPOINT_SCOPE, mayWrite: false } },
  ...{ offset: 0, limit: 100, changed: () => undefined },
});

/** The answer for the page of a Service or ServiceEntry. `host` "" = its first host name; `from` null = the default caller. Throws if it has no page. */
export function servicePage(
  fleet: EndpointFleet,
  { kind, metadata }: RawObject,
  host: string,
  from: RawCaller | null,
  mode: ServiceQuery["mode"] = "sidecar",
): { readonly detail: ServiceDetail; readonly rows: readonly EndpointRow[] } {
  const query: ServiceQuery = {
    ...{ cluster: HOSTS_CLUSTER, kind: kind as ServiceQuery["kind"], namespace: metadata.namespace, name: metadata.name, host },
    ...{ from, mode, words: "", sort: "", caller: "sidecar", pinned: null },
  };
  const view = openService({ ...endpointContext(fleet), query: formatServiceQuery(query) });
  const { head, rows } = view.compute();
  view.close();
  const { detail } = head as unknown as ServiceHead;
  if (detail === null) throw new Error(`There is no page for ${kind} ${metadata.name}.`);
  return { detail, rows: rows as unknown as readonly EndpointRow[] };
}

/** The services on the page of an entry, each for its default caller. */
export function entryServices(fleet: EndpointFleet, { metadata: { namespace, name } }: RawObject): readonly SelectingService[] {
  const view = openSelectedBy({ ...endpointContext(fleet), query: selectedByQuery("entry", { cluster: HOSTS_CLUSTER, namespace, name }) });
  const head = view.compute().head as unknown as SelectedByHead;
  view.close();
  return head.entry?.hosts ?? [];
}
