import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type ClusterNode, parseNode } from "@/lib/server/kube/parse/node";
import { CORE_API } from "@/lib/server/kube/resource";

/** Nodes: the readiness of those with istiod's Pods. */
export const nodes: UntabledKind<ClusterNode> = {
  resource: { ...CORE_API, namespaced: false },
  place: "cluster",
  parse: parseNode,
  table: null,
  recorded: null,
  withoutRight: "no machine is verified, because its Node is not visible",
};
