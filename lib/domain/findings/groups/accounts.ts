import { serviceAccountCreationRemedy } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The group names no service account. Any account of the namespace may join it, and its entries have no identity. Without the label security.istio.io/tlsMode
 * they have no mTLS mark either (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry; mtls_checker.go).
 */
export const groupWithoutAccount: Rule<"group"> = {
  code: "STL203",
  name: "group-without-account",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "which account the machines' tokens are of is in their bundles: a wrong one in the group shuts them out",
  detect: (group, world) => {
    if (group.template.serviceAccount !== "") return [];
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { machines: world.memberCount(group), namespace: group.namespace } }];
  },
};

/**
 * Several groups of a namespace name one service account. The owner of a token for it may join any of these groups with any address, and take over
 * its entries (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry). The first group has the finding.
 */
export const accountShared: Rule<"group"> = {
  code: "STL204",
  name: "account-shared",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "an account for each group needs new bundles and new entries for its machines",
  detect: (group, world) => {
    const account = group.template.serviceAccount;
    if (account === "") return [];
    const sharing = world.groupsIn(group.namespace).filter(({ template }) => template.serviceAccount === account);
    if (sharing.length < 2 || sharing[0]?.name !== group.name) return [];
    return [
      { of: account, objects: sharing.map((one) => findingObject("WorkloadGroup", one)), evidence: { account, groups: sharing.map(({ name }) => name) } },
    ];
  },
};

/**
 * The group names a service account that its namespace does not have. No token for it can exist, and istiod lets no other account join
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
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence, ...serviceAccountCreationRemedy(group.namespace, account) }];
  },
};

/** Rules about the service account of a group. */
export const GROUP_ACCOUNT_RULES: readonly Rule<"group">[] = [groupWithoutAccount, accountShared, groupAccountMissing];
