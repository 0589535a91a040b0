import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { GatewayService } from "@/lib/domain/mesh/gateway-service";

/**
 * A Service names a network as the one it leads into, and istiod makes no gateway of it: it has no port that it knows (15443, the one that the label
 * `networking.istio.io/gatewayPort` names, or 15008), or no address (pilot/pkg/serviceregistry/kube/controller/network.go).
 */
export const gatewayOfNobody: Rule<"mesh"> = {
  code: "STL502",
  name: "gateway-of-nobody",
  subject: "mesh",
  severity: "error",
  needs: ["gateway-services"],
  noPatchBecause: "the port needs a listener, and the address a load balancer, which come with the gateway's own installation",
  detect: (_mesh, world) => {
    const { gateways } = world.world;
    if (gateways.kind === "denied") return { cannotTell: ["gateway-services"] };
    return gateways.value.flatMap((service) => {
      const lacks = lacksOf(service);
      if (lacks === null) return [];
      const of = `${service.namespace}/${service.name}`;
      return [{ of, objects: [findingObject("Service", service)], evidence: { gateway: of, network: service.network, lacks } }];
    });
  },
};

/** A Service of type NodePort has no address without a node selector (pilot/pkg/serviceregistry/kube/controller/util.go isNodePortGatewayService). */
function lacksOf({ network, tlsPort, tunnelPort, addresses, nodeAddresses }: GatewayService): "port" | "address" | "node-selector" | null {
  if (network === "") return null;
  if (tlsPort === null && tunnelPort === null) return "port";
  if (addresses.length > 0 || nodeAddresses === "used") return null;
  return nodeAddresses === "possible" ? "node-selector" : "address";
}
