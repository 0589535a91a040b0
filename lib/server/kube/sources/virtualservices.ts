import type { ParsedObject } from "@/lib/domain/flat-object";
import type { VirtualService } from "@/lib/domain/selection/policies";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseVirtualService } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** VirtualServices: where requests for a host are sent. */
export const virtualServices: KubeSource<ParsedObject<VirtualService>> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("virtualservices", parseVirtualService),
};
