import type { UntabledKind } from "@/lib/server/cluster/kind";
import { type MeshConfigObject, parseMeshConfig } from "@/lib/server/kube/parse/mesh-config";
import { CORE_API } from "@/lib/server/kube/resource";

/** Mesh configurations of the default revision and of each revision of istiod. Other ConfigMaps are not watched. */
export const meshConfig: UntabledKind<MeshConfigObject> = {
  resource: { ...CORE_API, namespaced: true },
  place: "named",
  names: ["istio"],
  parse: parseMeshConfig,
  table: null,
  recorded: null,
  alsoGet: true,
  withoutRight: "mesh settings are not known",
};
