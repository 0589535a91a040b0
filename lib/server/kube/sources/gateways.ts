import type { ParsedObject } from "@/lib/domain/flat-object";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseGateway } from "@/lib/server/kube/parse/gateway";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** Istio Gateways: which hosts pass a gateway between networks. Such gateways lie where istiod does, as a rule. */
export const gateways: KubeSource<ParsedObject<IstioGateway>> = {
  resource: ISTIO_API,
  place: "istiod-namespace",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("gateways", parseGateway),
};
