import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type NamespaceName, parseNamespace } from "@/lib/server/kube/parse/namespace";
import { CORE_API } from "@/lib/server/kube/resource";

/** The cluster's own list of its namespaces. */
export const namespaces: KubeSource<NamespaceName> = {
  resource: { ...CORE_API, namespaced: false },
  place: "cluster",
  labelSelector: "",
  probed: "seldom",
  parse: parseNamespace,
};
