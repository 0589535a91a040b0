import { podNetworkSources } from "@/lib/domain/findings/caller-networks";
import { inlineAddresses, otherTarget } from "@/lib/domain/findings/endpoint-address";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** The same as `address-leads-elsewhere`, for the endpoints that a ServiceEntry writes itself. One finding for each address. */
export const endpointLeadsElsewhere: Rule<"host"> = {
  code: "STL321",
  name: "endpoint-leads-elsewhere",
  subject: "host",
  severity: "warning",
  needs: ["serviceentries"],
  betterWith: ["services", "namespaces"],
  refutedBy: (_, world) => podNetworkSources(world),
  noPatchBecause: "the address is known to whoever runs the endpoint",
  detect: ({ selector }, world) =>
    inlineAddresses(selector).flatMap(({ address, network, endpoints }) => {
      const other = otherTarget({ address, network }, world);
      if (other === null) return [];
      return [{ of: address, objects: [findingObject(selector.kind, selector), ...other.objects], evidence: { ...other.evidence, endpoints } }];
    }),
};
