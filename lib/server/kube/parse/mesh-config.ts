import type { ConfigSeen } from "@/lib/domain/mesh/mesh-facts";
import type { KeptObject } from "@/lib/domain/table-object";
import { configYaml } from "./config-yaml";
import type { Identity } from "./identity";
import { at, field } from "./json";
import { meshConfigToldBy, networksToldBy } from "./mesh-config-fields";
import { Unreadable } from "./proto-json";

/** A ConfigMap of a mesh configuration, as far as it could be read. */
export interface MeshConfigObject extends Identity, KeptObject {
  /** Null: what cannot be read is still a mesh configuration, which says so. */
  readonly unreadable: null;
  readonly seen: ConfigSeen;
}

/** A ConfigMap `istio` or `istio-REVISION`: its keys `mesh` and `meshNetworks` (facts 5.4, 6.2). Reads everything or nothing, as istiod does. */
export function parseMeshConfig(raw: unknown, identity: Identity, cluster: string): MeshConfigObject {
  return { cluster, ...identity, unreadable: null, seen: seenOf(at(raw, "data")) };
}

function seenOf(data: unknown): ConfigSeen {
  try {
    const mesh = field(data, "mesh");
    if (typeof mesh !== "string") throw new Unreadable("it has no key mesh");
    const networks = field(data, "meshNetworks");
    const told = meshConfigToldBy(configYaml(mesh, "mesh"));
    const configured = typeof networks === "string" ? networksToldBy(configYaml(networks, "meshNetworks")) : undefined;
    return { kind: "read", told: { ...told, ...(configured !== undefined && { networks: configured }) } };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: "unreadable", why: thrown.message };
    throw thrown;
  }
}
