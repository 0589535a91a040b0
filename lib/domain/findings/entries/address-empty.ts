import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * Neither an address nor a network: there is nothing that a caller could be sent to. The schema takes an empty text as an address, only Istio's
 * webhook refuses it (pkg/config/validation/validation.go, ValidateWorkloadEntry), so the entry was written past it.
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
