import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type NetworkGatewayObject, parseNetworkGateway } from "@/lib/server/kube/parse/network-gateway";

/** Gateways of the Kubernetes Gateway API that lead into a network (docs/istio.md#gateways). */
export const networkGateways: KubeSource<NetworkGatewayObject> = {
  resource: { group: "gateway.networking.k8s.io", versions: ["v1", "v1beta1"], namespaced: true },
  place: "istiod-namespace",
  labelSelector: "topology.istio.io/network",
  probed: "seldom",
  parse: parseNetworkGateway,
};
