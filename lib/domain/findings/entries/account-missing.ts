import { makeAccount } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The entry names a service account that its namespace does not have: callers expect an identity for which nobody can get a token any more
 * (pilot/pkg/serviceregistry/serviceentry/conversion.go: the account becomes the identity, unchecked).
 */
export const accountMissing: Rule<"entry"> = {
  code: "STL124",
  name: "account-missing",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "workloadgroups", "serviceaccounts"],
  detect: (entry, world) => {
    const { namespace, serviceAccount } = entry;
    if (serviceAccount === "" || world.hasAccount(namespace, serviceAccount)) return [];
    // Of the account that its group names too, it is told of the group.
    if (world.groupOf(entry)?.template.serviceAccount === serviceAccount) return [];
    const evidence = { account: serviceAccount, namespace };
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence, ...makeAccount(namespace, serviceAccount) }];
  },
};
