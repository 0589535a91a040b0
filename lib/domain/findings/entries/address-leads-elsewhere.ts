import { podNetworkSources } from "@/lib/domain/findings/caller-networks";
import { otherTarget } from "@/lib/domain/findings/endpoint-address";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** A link-local address, the bridge of Docker or the cluster IP of a visible Service: each caller reaches another place than the machine. */
export const addressLeadsElsewhere: Rule<"entry"> = {
  code: "STL128",
  name: "address-leads-elsewhere",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries"],
  betterWith: ["services", "namespaces"],
  refutedBy: (entry, world) => (entry.network === "" ? [] : podNetworkSources(world)),
  noPatchBecause: "the address is known to whoever runs the machine",
  detect: (entry, world) => {
    const other = otherTarget(entry, world);
    return other === null ? [] : [{ objects: [findingObject("WorkloadEntry", entry), ...other.objects], evidence: other.evidence }];
  },
};
