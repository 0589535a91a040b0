import type { SourceName } from "@/lib/domain/source";
import type { TableObject } from "@/lib/domain/table-object";
import type { TableSource } from "@/lib/server/fleet/tables";
import type { ObjectOf } from "@/lib/server/kube/kube-sources";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import type { ClusterWorld } from "./cluster-world";
import type { FleetSink } from "./fleet-sink";
import type { Sink } from "./sink";
import type { WorldTable } from "./world-table";

/** Where the sources of one cluster can write. */
export interface Destinations {
  readonly cluster: string;
  readonly fleet: FleetSink;
  readonly world: ClusterWorld;
  readonly namespaces: WorldTable<NamespaceName>;
}

type SinkOf<S extends SourceName> = (to: Destinations, namespace: string, name: string) => Sink<ObjectOf<S>>;

/** Where each source writes: to the fleet, or to what the world of its cluster is made of. `namespace` "*" = all; `name` "" = all objects. */
export const SOURCE_SINKS: { readonly [S in SourceName]: SinkOf<S> } = {
  workloadgroups: ({ fleet, cluster }, namespace) => fleet.groups(cluster, namespace),
  workloadentries: ({ fleet, cluster }, namespace) => fleet.entries(cluster, namespace),
  "istiod-pods": ({ world }) => world.pods,
  "istiod-deployments": ({ world }) => world.deployments,
  "mesh-config": ({ world }, _namespace, name) => world.meshConfig(name),
  "gateway-services": ({ world }) => world.gateways,
  "network-gateways": ({ world }) => world.networkGateways,
  nodes: ({ world }) => world.nodes,
  namespaces: ({ namespaces }) => namespaces,
  services: inTable("services"),
  serviceentries: inTable("serviceentries"),
  destinationrules: inTable("destinationrules"),
  sidecars: inTable("sidecars"),
  virtualservices: inTable("virtualservices"),
  gateways: inTable("gateways"),
  peerauthentications: inTable("peerauthentications"),
  authorizationpolicies: inTable("authorizationpolicies"),
  serviceaccounts: inTable("serviceaccounts"),
  endpointslices: inTable("endpointslices"),
  "workload-pods": inTable("workload-pods"),
};

/** A source whose objects are kept in its table of the fleet. */
function inTable(source: TableSource): (to: Destinations, namespace: string) => Sink<TableObject> {
  return ({ fleet, cluster }, namespace) => fleet.table(cluster, source, namespace);
}
