import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { labelSet } from "@/lib/domain/object/label-set";
import type { LabelMap } from "./machine";
import { EXAMPLE_ADDRESS } from "./nearest-misses";
import type { SelectableEntry } from "./objects";

type Group = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/**
 * The entry that istiod would make of a machine whose bundle was made of the group as it is now (docs/istio.md#label-order): the bundle's labels, which win,
 * are those of `spec.metadata` under those of the template. Its address is any IP address, its name the group's.
 */
export function entryToCome(group: Group): SelectableEntry {
  const { template, namespace, name } = group;
  const labels = labelSet(bundleLabels(group));
  const { network, locality, serviceAccount, weight, ports } = template;
  return {
    ...{ namespace, name, address: EXAMPLE_ADDRESS, network, locality, serviceAccount, weight, ports },
    ...{ specLabels: labels, metadataLabels: labels, gate: null, health: null },
  };
}

/** The labels that a bundle made of the group as it is now would say, but for those of its canonical name (docs/istio.md#label-order). */
export function bundleLabels({ entryLabels, template }: Pick<Group, "entryLabels" | "template">): LabelMap {
  return new Map([...entryLabels, ...template.labels]);
}

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
