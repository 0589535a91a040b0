import { addressFault } from "@/lib/domain/findings/endpoint-address";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * Loopback, unspecified and metadata addresses never lead to a machine, and istiod sends them as they are. Istio reads some texts as no address at all
 * (docs/istio.md#webhook-entries).
 */
export const addressNotOfAMachine: Rule<"entry"> = {
  code: "STL127",
  name: "address-not-of-a-machine",
  subject: "entry",
  severity: "error",
  needs: ["workloadentries"],
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry) => {
    const evidence = addressFault(entry.address);
    return evidence === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry)], evidence }];
  },
};
