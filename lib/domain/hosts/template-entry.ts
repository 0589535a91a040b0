import type { SelectableEntry } from "@/lib/domain/selection/objects";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/**
 * An entry as istiod would make it from a group now: what selectors will look at once a machine registers. Nothing of the machine itself is known
 * (docs/istio.md#group-fields, #registration).
 */
export function templateEntry({ namespace, name, entryLabels, template }: WorkloadGroup): SelectableEntry {
  const { address, network, locality, serviceAccount, weight, ports, labels } = template;
  return {
    namespace,
    name,
    address,
    network,
    locality,
    serviceAccount,
    weight,
    ports,
    specLabels: labels,
    metadataLabels: entryLabels,
    gate: null,
    health: null,
  };
}
