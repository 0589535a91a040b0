import type { AuthorizationPolicy } from "@/lib/domain/authorization-policy";
import type { ServiceSlice } from "@/lib/domain/endpoint-slice";
import type { ParsedObject } from "@/lib/domain/flat-object";
import { labelOf } from "@/lib/domain/label-set";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { Selecting } from "@/lib/domain/selecting";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import type { DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import { SOURCE_NAMES, type SourceName } from "@/lib/domain/source";
import type { TableObject } from "@/lib/domain/table-object";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import { IndexedTable, type ObjectTable } from "@/lib/server/table/indexed-table";

/** How the table of each source is made; null = its objects are kept elsewhere: in the store of machines and groups, or for a world made of them. */
const TABLES = {
  workloadgroups: null,
  workloadentries: null,
  "istiod-pods": null,
  "istiod-deployments": null,
  "mesh-config": null,
  "gateway-services": null,
  "network-gateways": null,
  nodes: null,
  namespaces: null,
  services: (): ObjectTable<Selecting<KubernetesService>> => new IndexedTable(),
  serviceentries: (): ObjectTable<Selecting<ServiceEntry>> => new IndexedTable(),
  destinationrules: (): ObjectTable<ParsedObject<DestinationRule>> => new IndexedTable({ host: ({ fields }) => [labelOf(fields, "spec.host") ?? ""] }),
  sidecars: (): ObjectTable<ParsedObject<Sidecar>> => new IndexedTable(),
  virtualservices: (): ObjectTable<ParsedObject<VirtualService>> => new IndexedTable(),
  gateways: (): ObjectTable<ParsedObject<IstioGateway>> => new IndexedTable(),
  peerauthentications: (): ObjectTable<ParsedObject<PeerAuthentication>> => new IndexedTable(),
  authorizationpolicies: (): ObjectTable<ParsedObject<AuthorizationPolicy>> => new IndexedTable(),
  serviceaccounts: (): ObjectTable<TableObject> => new IndexedTable({ account: ({ cluster, namespace, name }) => [objectKey(cluster, namespace, name)] }),
  endpointslices: (): ObjectTable<ServiceSlice> =>
    new IndexedTable({
      service: ({ cluster, namespace, service }) => [objectKey(cluster, namespace, service)],
      pod: ({ cluster, endpoints }) => [...new Set(endpoints.flatMap(({ pod }) => (pod === null ? [] : [objectKey(cluster, pod.namespace, pod.name)])))],
    }),
  "workload-pods": (): ObjectTable<WorkloadPod> => new IndexedTable(),
} as const satisfies Readonly<Record<SourceName, (() => ObjectTable<TableObject>) | null>>;

/** A source whose objects are few, and kept in a table. */
export type TableSource = { readonly [S in SourceName]: (typeof TABLES)[S] extends null ? never : S }[SourceName];

/** The tables of a fleet, one for each source whose objects are few: the live fleet has them, and so has one of the past. */
export type Tables = { readonly [S in TableSource]: ReturnType<(typeof TABLES)[S]> };

export const TABLE_SOURCES: readonly TableSource[] = SOURCE_NAMES.filter(isTableSource);

/** Empty tables. */
export function createTables(): Tables {
  return Object.fromEntries(TABLE_SOURCES.map((source) => [source, TABLES[source]()])) as Tables;
}

/** The table of a source, for who treats them all alike. */
export function tableOf(tables: Tables, source: TableSource): ObjectTable<TableObject> {
  return tables[source];
}

/** The key of a namespaced object in an index: `account`, or `service` and `pod` of EndpointSlices. */
export function objectKey(cluster: string, namespace: string, name: string): string {
  return `${cluster}\n${namespace}\n${name}`;
}

/** Are the objects of a source kept in a table? */
export function isTableSource(source: SourceName): source is TableSource {
  return TABLES[source] !== null;
}
