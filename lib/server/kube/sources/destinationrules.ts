import type { FlatObject } from "@/lib/domain/flat-object";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { flatParser } from "@/lib/server/kube/parse/flat-object";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** DestinationRules: how hosts are called, and by which subsets. */
export const destinationRules: KubeSource<FlatObject> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: flatParser("destinationrules", [{ path: ["spec", "host"], shape: "a string", required: true }]),
};
