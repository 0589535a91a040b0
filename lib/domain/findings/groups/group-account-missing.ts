import { makeAccount } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The group names a service account that its namespace does not have: nobody can ask for a token of it, and istiod lets no other account join
 * (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry; KIA1701 of Kiali).
 */
export const groupAccountMissing: Rule<"group"> = {
  code: "STL215",
  name: "group-account-missing",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups", "serviceaccounts"],
  detect: (group, world) => {
    const account = group.template.serviceAccount;
    if (account === "" || world.hasAccount(group.namespace, account)) return [];
    const evidence = { account, namespace: group.namespace, machines: world.memberCount(group) };
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, ...makeAccount(group.namespace, account) }];
  },
};
