import type { ServiceDetail } from "@/lib/contract/views/service";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { missingLabels } from "@/lib/domain/selection/workload";
import type { Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, sightOf, totalOf } from "@/lib/server/fleet/group-sight";
import type { HostObject } from "@/lib/server/hosts/host-reader";

/**
 * Machines that were lost within a day and are missing, of the groups whose new machines the host takes: their template has its labels. Null where the
 * host selects nobody, or no such group is in sight.
 */
export function vanishedOf(fleet: FleetReader, { cluster, selector }: HostObject, scope: Scope): ServiceDetail["vanished"] {
  if (selector.selector === null || selector.selector.length === 0) return null;
  const lost = [...fleet.groupsIn(cluster, selector.namespace)].map((record) => {
    const sight = sightOf(scope, record);
    const object = objectInSight(record, sight);
    return object === null || !sight.machines || !selectsNewMachines(selector, object) ? null : totalOf(record, sight).lostAt;
  });
  const seen = lost.filter((one) => one !== null);
  if (seen.length === 0) return null;
  const all = seen.flat();
  return { count: all.length, since: all.length === 0 ? null : Math.min(...all) };
}

/** Returns true if a service has labels to select by and selects the machines that the template of a group makes. */
export function selectsNewMachines({ selector }: HostObject["selector"], { template, entryLabels }: WorkloadGroup): boolean {
  if (selector === null || selector.length === 0) return false;
  return missingLabels(selector, new Map([...template.labels, ...entryLabels])).length === 0;
}
