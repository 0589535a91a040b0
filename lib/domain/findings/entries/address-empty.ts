import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The entry has neither an address nor a network. In a mesh without a gateway a real istiod 1.31 sends callers an empty address with the port. With a
 * gateway it sends no endpoint, except that DNS services may still send the empty address. The schema accepts an empty text as an address. Istio's webhook
 * rejects it (pkg/config/validation/validation.go, ValidateWorkloadEntry), so the entry was written past the webhook.
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
