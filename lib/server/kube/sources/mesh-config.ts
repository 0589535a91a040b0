import type { KubeSource } from "@/lib/server/kube/kube-source";
import { type MeshConfigObject, parseMeshConfig } from "@/lib/server/kube/parse/mesh-config";
import { CORE_API } from "@/lib/server/kube/resource";

/** Mesh configurations: of the default revision, and of each that istiod runs in. Other ConfigMaps are none of our business. */
export const meshConfig: KubeSource<MeshConfigObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "named",
  names: ["istio"],
  labelSelector: "",
  probed: "seldom",
  parse: parseMeshConfig,
};
