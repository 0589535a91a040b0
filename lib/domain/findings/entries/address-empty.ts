import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The entry has neither an address nor a network. A real istiod 1.31 gives callers of such an entry an empty address with the port while the mesh has no gateway, and no
 * endpoint otherwise; DNS services can still send the empty address. The schema takes an empty text as an address, and Istio's webhook rejects it
 * (pkg/config/validation/validation.go, ValidateWorkloadEntry), so the entry was written past the webhook.
 */
export const addressEmpty: Rule<"entry"> = {
  code: "STL117",
  name: "address-empty",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry) => {
    if (entry.address !== "" || entry.network !== "") return [];
    return [{ objects: [findingObject("WorkloadEntry", entry)], evidence: { isRegistered: entry.registrationGroup !== "" } }];
  },
};
