import type { ParsedObject } from "@/lib/domain/flat-object";
import type { DestinationRule } from "@/lib/domain/selection/policies";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseDestinationRule } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** DestinationRules: how hosts are called, and by which subsets. */
export const destinationRules: KubeSource<ParsedObject<DestinationRule>> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("destinationrules", parseDestinationRule, [{ path: ["spec", "host"], shape: "a string", required: true }]),
};
