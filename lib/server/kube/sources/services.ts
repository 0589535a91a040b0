import type { Selecting } from "@/lib/domain/selecting";
import type { KubernetesService } from "@/lib/domain/selection/objects";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseServiceObject } from "@/lib/server/kube/parse/selecting";
import { CORE_API } from "@/lib/server/kube/resource";

/** Services, which choose machines by their labels. */
export const services: KubeSource<Selecting<KubernetesService>> = {
  resource: { ...CORE_API, namespaced: true },
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parseServiceObject,
};
