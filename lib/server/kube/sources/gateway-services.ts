import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type GatewayServiceObject, parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { CORE_API } from "@/lib/server/kube/resource";

/** Services that lead into a network: gateways between networks (docs/istio.md#gateways). */
export const gatewayServices: KubeSource<GatewayServiceObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "istiod-namespace",
  labelSelector: "topology.istio.io/network",
  probed: "seldom",
  parse: parseGatewayService,
};
