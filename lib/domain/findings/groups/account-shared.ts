import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * Several groups of a namespace name one service account: whoever holds a token of it may join any of them, under any address, and take over its
 * entries (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry). Told by the first of them.
 */
export const accountShared: Rule<"group"> = {
  code: "STL204",
  name: "account-shared",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups"],
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
