import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { mergedLabel } from "@/lib/domain/merged-labels";
import { NETWORK_LABEL } from "@/lib/domain/selection/machine";

/**
 * A machine's label names a network that its `spec.network` does not: sidecars go by the field alone, and take a machine without one for their neighbour
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go; pinned by istiod's test "networkID get from cb").
 */
export const networkLabelWithoutNetwork: Rule<"entry"> = {
  code: "STL503",
  name: "network-label-without-network",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (entry) => {
    const label = mergedLabel(entry, NETWORK_LABEL) ?? "";
    if (label === "" || label === entry.network) return [];
    const { namespace, name } = entry;
    const patch = { kind: "WorkloadEntry", namespace, name, type: "merge", body: { spec: { network: label } } } as const;
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { label, network: entry.network }, patch }];
  },
};
