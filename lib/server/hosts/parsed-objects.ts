import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { MeshService, StoredMeshService } from "@/lib/domain/selection/objects";
import type { DestinationRule, PeerAuthentication, Sidecar, VirtualService } from "@/lib/domain/selection/policies";
import type { Tables } from "@/lib/server/cluster/tables";
import type { ObjectTable } from "@/lib/server/table/indexed-table";

/** What tables keep of the kinds that decide who answers for a host, by the names of their sources. */
interface ParsedBySource {
  readonly destinationrules: DestinationRule;
  readonly sidecars: Sidecar;
  readonly peerauthentications: PeerAuthentication;
  readonly virtualservices: VirtualService;
}

export type PolicySource = keyof ParsedBySource;

/** What a Service or a ServiceEntry decides; null where it cannot be read, or (in the past) was not recorded. */
export function selectorOf({ parsed }: StoredMeshService): MeshService | null {
  return parsed;
}

/** The policies of a source in a cluster that can be read. */
export function policiesOf<S extends PolicySource>(tables: Tables, source: S, cluster: string): readonly ParsedBySource[S][] {
  const table = tables[source] as unknown as ObjectTable<ObjectWithParsedSpec<ParsedBySource[S]>>;
  return Array.from(table.inCluster(cluster), ({ parsed }) => parsed).filter((parsed) => parsed !== null);
}
