import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type NetworkGatewayObject, parseNetworkGateway } from "@/lib/server/kube/parse/network-gateway";

/** Gateways of the Kubernetes Gateway API that lead into a network (docs/istio.md#gateways). */
export const networkGateways: UntabledKind<NetworkGatewayObject> = {
  resource: { group: "gateway.networking.k8s.io", versions: ["v1", "v1beta1"], namespaced: true },
  place: "istiod-namespace",
  labelSelector: "topology.istio.io/network",
  parse: parseNetworkGateway,
  table: null,
  recorded: null,
  withoutRight: "Kubernetes Gateways into other networks are not known",
};
