import type { PartialMeshConfig } from "@/lib/domain/mesh/mesh-config";
import type { MeshConfigMapKey, MeshConfigResult, RejectedMeshConfigMapKey } from "@/lib/domain/mesh/mesh-facts";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import { configYaml } from "./config-yaml";
import type { Identity } from "./identity";
import { at, field } from "./json";
import { meshConfigToldBy, networksToldBy } from "./mesh-config-fields";
import { BeyondLimit, Unreadable } from "./proto-json";

/** A ConfigMap of a mesh configuration, as far as it could be read. */
export interface MeshConfigObject extends Identity, StoredObjectMetadata {
  /** Null: a rejected key is part of `seen`. */
  readonly unreadable: null;
  readonly seen: MeshConfigResult;
}

/**
 * A ConfigMap `istio` or `istio-REVISION`: its keys `mesh` and `meshNetworks` (docs/istio.md#gateways, #bundle). istiod reads each key alone, and all of it or
 * nothing (measured).
 */
export function parseMeshConfig(raw: unknown, identity: Identity, cluster: string): MeshConfigObject {
  return { cluster, ...identity, unreadable: null, seen: seenOf(at(raw, "data")) };
}

function seenOf(data: unknown): MeshConfigResult {
  const mesh = readKey(data, "mesh", (source) => meshConfigToldBy(configYaml(source, "mesh")));
  const networks = readKey(data, "meshNetworks", (source) => ({ networks: networksToldBy(configYaml(source, "meshNetworks")) }));
  const rejected = [mesh, networks].flatMap((one) => ("rejected" in one ? one.rejected : []));
  const told = { ...("told" in mesh && mesh.told), ...("told" in networks && networks.told) };
  return { kind: "read", told, ...(rejected.length > 0 && { rejected }) };
}

/** A key that is missing changes nothing: istiod uses its defaults. */
function readKey(
  data: unknown,
  key: MeshConfigMapKey,
  read: (source: string) => PartialMeshConfig,
): { readonly told: PartialMeshConfig } | { readonly rejected: RejectedMeshConfigMapKey } {
  const source = field(data, key);
  if (typeof source !== "string") return { told: {} };
  try {
    return { told: read(source) };
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { rejected: { key, by: thrown instanceof BeyondLimit ? "Stolos" : "istiod", why: thrown.message, before: null } };
  }
}
