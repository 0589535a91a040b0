import type { ServiceAccountUsers } from "@/lib/contract/answers/leftovers";
import { isInScope, isSourceVisible, type Scope } from "@/lib/domain/source/scope";
import type { TableSource } from "@/lib/server/cluster/tables";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectKey } from "@/lib/server/table/indexed-table";

/** The segments of the address of a service account. */
export interface AccountAddress {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Who has a service account as identity, as far as the viewer may see: whoever holds its token can be any of them. */
export function accountUse(fleet: FleetReader, scope: Scope, { cluster, namespace, name }: AccountAddress): ServiceAccountUsers {
  const knows = (source: TableSource) => isSourceVisible(scope, cluster, source, namespace) && fleet.sees(cluster, source, namespace);
  const sees = (kind: "workloadentries" | "workloadgroups") => isInScope(scope, cluster, kind, namespace);
  const groups = [...fleet.groupsIn(cluster, namespace)];
  const pods = () => [...fleet.tables["workload-pods"].inCluster(cluster)].filter((pod) => pod.namespace === namespace && pod.serviceAccount === name);
  return {
    exists: knows("serviceaccounts") ? fleet.tables.serviceaccounts.byIndex("account", objectKey(cluster, namespace, name)).length > 0 : null,
    groups: sees("workloadgroups") ? groups.filter(({ object }) => object?.template.serviceAccount === name).map((group) => group.name) : null,
    machines: sees("workloadentries") ? groups.reduce((sum, group) => sum + fleet.traitCount(group, "account", name), 0) : null,
    pods: knows("workload-pods") ? pods().length : null,
  };
}
