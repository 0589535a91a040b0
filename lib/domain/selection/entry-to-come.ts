import { labelSet } from "@/lib/domain/label-set";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import { EXAMPLE_ADDRESS } from "./changes";
import type { LabelMap } from "./machine";
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
