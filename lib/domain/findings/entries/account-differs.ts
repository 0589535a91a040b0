import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The entry has another service account than its group: the group was given another one since. The entry made anew has the group's, and then the
 * machine is refused unless its token is of it (pilot/pkg/autoregistration/controller.go, ensureProxyCanControlEntry).
 */
export const accountDiffers: Rule<"entry"> = {
  code: "STL119",
  name: "account-differs",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries", "workloadgroups"],
  noPatchBecause: "the account of the machine's token decides, and only its bundle shows that",
  detect: (entry, world) => {
    if (entry.registrationGroup === "") return [];
    const group = world.groupOf(entry);
    if (group === null || group.template.serviceAccount === "" || group.template.serviceAccount === entry.serviceAccount) return [];
    const objects = [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)];
    return [{ objects, evidence: { group: group.name, found: entry.serviceAccount, wanted: group.template.serviceAccount } }];
  },
};
