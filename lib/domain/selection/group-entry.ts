import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { EXAMPLE_ADDRESS } from "./nearest-misses";
import type { SelectableEntry } from "./objects";
import type { LabelMap } from "./workload";

type Group = Pick<WorkloadGroup, "namespace" | "name" | "entryLabels" | "template">;

/**
 * Returns the entry that istiod would create for a machine whose bundle is made from the group now (docs/istio.md#label-order). Labels of the
 * template have precedence over those of `spec.metadata`. `address` is a sample IP address, and `name` is the group's name.
 */
export function entryOfNewMachine(group: Group): SelectableEntry {
  const { template, namespace, name } = group;
  const labels = sortedLabelSet(bundleLabelsWithoutCanonical(group));
  const { network, locality, serviceAccount, weight, ports } = template;
  return {
    ...{ namespace, name, address: EXAMPLE_ADDRESS, network, locality, serviceAccount, weight, ports },
    ...{ specLabels: labels, metadataLabels: labels, gate: null, health: null },
  };
}

/** Returns the labels that a bundle has if it is made from the group now, without the labels of the canonical name (docs/istio.md#label-order). */
export function bundleLabelsWithoutCanonical({ entryLabels, template }: Pick<Group, "entryLabels" | "template">): LabelMap {
  return new Map([...entryLabels, ...template.labels]);
}

/**
 * Returns the entry that istiod would make from the group now, which selectors match when a machine registers. It has no values of a real machine
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
