import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "./fleet-reader";

/** The told names of a cluster's namespaces in which a viewer may see machines or groups. */
export function namesInSight(fleet: FleetReader, cluster: string, scope: Scope): readonly string[] {
  const { names } = fleet.namespacesOf(cluster);
  return names.filter((name) => isInScope(scope, cluster, "workloadentries", name) || isInScope(scope, cluster, "workloadgroups", name));
}
