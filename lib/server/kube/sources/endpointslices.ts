import type { ServiceSlice } from "@/lib/domain/endpoint-slice";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseSliceObject, SLICE_SELECTOR } from "@/lib/server/kube/parse/selection/endpoint-slice";

/** EndpointSlices that the controller of Kubernetes did not write: addresses of Services without a selector, and beside the Pods of others. */
export const endpointSlices: KubeSource<ServiceSlice> = {
  resource: { group: "discovery.k8s.io", versions: ["v1"], namespaced: true },
  place: "namespaces",
  labelSelector: SLICE_SELECTOR,
  probed: "seldom",
  parse: parseSliceObject,
};
