import type { SourceName } from "@/lib/domain/source";
import type { ObjectOf } from "@/lib/server/cluster/kinds";
import { isTableSource, type TableSource } from "@/lib/server/fleet/tables";
import type { NamespaceName } from "@/lib/server/kube/parse/namespace";
import type { ClusterWorld } from "./cluster-world";
import type { FleetSink } from "./fleet-sink";
import type { Sink } from "./sink";
import type { Tracked } from "./tracked";
import type { WorldTable } from "./world-table";

/** Where the sources of one cluster can write. */
export interface Destinations {
  readonly cluster: string;
  readonly fleet: FleetSink;
  readonly world: ClusterWorld;
  readonly namespaces: WorldTable<NamespaceName>;
}

type SinkOf<S extends SourceName> = (to: Destinations, namespace: string, name: string) => Sink<ObjectOf<S>>;

/** The sinks of the sources without a table: machines and groups have their own store, the others describe the world of their cluster. */
const SINKS: { readonly [S in Exclude<SourceName, TableSource>]: SinkOf<S> } = {
  workloadgroups: ({ fleet, cluster }, namespace) => fleet.groups(cluster, namespace),
  workloadentries: ({ fleet, cluster }, namespace) => fleet.entries(cluster, namespace),
  "istiod-pods": ({ world }) => world.pods,
  "istiod-deployments": ({ world }) => world.deployments,
  "mesh-config": ({ world }, _namespace, name) => world.meshConfig(name),
  "gateway-services": ({ world }) => world.gateways,
  "network-gateways": ({ world }) => world.networkGateways,
  nodes: ({ world }) => world.nodes,
  namespaces: ({ namespaces }) => namespaces,
};

/** The sink that a source writes to. `namespace` "*" = all; `name` "" = all objects. */
export function sourceSink(source: SourceName, to: Destinations, namespace: string, name: string): Sink<Tracked> {
  return isTableSource(source) ? to.fleet.table(to.cluster, source, namespace) : SINKS[source](to, namespace, name);
}
