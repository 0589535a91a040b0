import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type ClusterNode, parseNode } from "@/lib/server/kube/parse/node";
import { CORE_API } from "@/lib/server/kube/resource";

/** Nodes: whether those of istiod's Pods report. */
export const nodes: KubeSource<ClusterNode> = {
  resource: { ...CORE_API, namespaced: false },
  place: "cluster",
  labelSelector: "",
  probed: "seldom",
  parse: parseNode,
};
