import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The group names no service account: any account of the namespace may join it, and its entries have no identity. Without the label
 * security.istio.io/tlsMode they have no mark of mutual TLS either (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry; mtls_checker.go).
 */
export const groupWithoutAccount: Rule<"group"> = {
  code: "STL203",
  name: "group-without-account",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  noPatchBecause: "which account the machines' tokens are of is in their bundles: a wrong one in the group shuts them out",
  detect: (group, world) => {
    if (group.template.serviceAccount !== "") return [];
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { machines: world.memberCount(group), namespace: group.namespace } }];
  },
};
