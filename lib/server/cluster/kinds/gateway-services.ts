import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type GatewayServiceObject, parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { CORE_API } from "@/lib/server/kube/resource";

/** Services that lead into a network: gateways between networks (docs/istio.md#gateways). */
export const gatewayServices: UntabledKind<GatewayServiceObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "istiod-namespace",
  labelSelector: "topology.istio.io/network",
  parse: parseGatewayService,
  table: null,
  recorded: null,
  withoutRight: "gateways into other networks are not known",
};
