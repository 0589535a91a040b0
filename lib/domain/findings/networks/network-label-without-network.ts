import { mergePatch } from "@/lib/domain/findings/patch";
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
    const hasAccount = entry.serviceAccount !== "";
    const evidence = { label, network: entry.network, hasAccount };
    const patch = mergePatch("WorkloadEntry", entry, { spec: { network: label } });
    // The other network may be right. Behind a gateway, an entry without an account is lost to callers of other networks (docs/istio.md#gateway-path).
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...(entry.network === "" && hasAccount && { patch }) }];
  },
};
