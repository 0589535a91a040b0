import { addressFault, inlineAddresses } from "@/lib/domain/findings/endpoint-address";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** The same as `address-not-of-a-machine`, for the endpoints that a ServiceEntry writes itself. One finding for each address. */
export const endpointNotOfAMachine: Rule<"host"> = {
  code: "STL320",
  name: "endpoint-not-of-a-machine",
  subject: "host",
  severity: "error",
  needs: ["serviceentries"],
  noPatchBecause: "the address is known to whoever runs the endpoint",
  detect: ({ selector }) =>
    inlineAddresses(selector).flatMap(({ address, endpoints }) => {
      const evidence = addressFault(address);
      return evidence === null ? [] : [{ of: address, objects: [findingObject(selector.kind, selector)], evidence: { ...evidence, endpoints } }];
    }),
};
