import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import { standInIdentity } from "./identity";
import { field } from "./json";
import { parseMeshConfig } from "./mesh-config";

/** The mesh configuration among the objects of a recording; Istio's defaults without one. Throws if it cannot be read. */
export function recordedMeshConfig(objects: readonly unknown[]): PartialMeshConfig {
  const config = objects.find((one) => field(one, "kind") === "ConfigMap");
  if (config === undefined) return {};
  const { seen } = parseMeshConfig(config, standInIdentity(config, 0), "");
  if (seen.kind !== "read" || seen.rejected !== undefined) throw new Error("istiod rejects the recorded mesh configuration.");
  return seen.told;
}
