import { parse } from "yaml";
import type { ConfigSeen } from "@/lib/domain/mesh/mesh-facts";
import type { Identity } from "./identity";
import { at, field, isObject } from "./json";
import { meshConfigToldBy, networksToldBy } from "./mesh-config-fields";
import { Unreadable } from "./proto-json";

/** A ConfigMap of a mesh configuration, as far as it could be read. */
export interface MeshConfigObject extends Identity {
  /** Null: what cannot be read is still a mesh configuration, which says so. */
  readonly unreadable: null;
  readonly seen: ConfigSeen;
}

/** Istio's own mesh configurations are some kilobytes; a longer text is not worth the time of a parser. */
const LONGEST_YAML = 64 * 1024;
/** How often a text may repeat what it named once: enough for a person, too little for a bomb. */
const ALIASES_AT_MOST = 50;
/** A ConfigMap `istio` or `istio-REVISION`: its keys `mesh` and `meshNetworks` (facts 5.4, 6.2). Reads everything or nothing, as istiod does. */
export function parseMeshConfig(raw: unknown, identity: Identity): MeshConfigObject {
  return { ...identity, unreadable: null, seen: seenOf(at(raw, "data")) };
}

function seenOf(data: unknown): ConfigSeen {
  try {
    const mesh = field(data, "mesh");
    if (typeof mesh !== "string") throw new Unreadable("it has no key mesh");
    const networks = field(data, "meshNetworks");
    const told = meshConfigToldBy(yamlOf(mesh, "mesh"));
    const configured = typeof networks === "string" ? networksToldBy(yamlOf(networks, "meshNetworks")) : undefined;
    return { kind: "read", told: { ...told, ...(configured !== undefined && { networks: configured }) } };
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { kind: "unreadable", why: thrown.message };
    throw thrown;
  }
}

/** YAML 1.1, which istiod reads: `yes` and `no` are truths there. An empty text is an empty object. */
function yamlOf(source: string, key: string): Readonly<Record<string, unknown>> {
  if (source.length > LONGEST_YAML) throw new Unreadable(`its key ${key} is longer than ${LONGEST_YAML} characters`);
  const value = readYaml(source, key);
  if (value === null || value === undefined) return {};
  if (!isObject(value)) throw new Unreadable(`its key ${key} is no object`);
  return value;
}

function readYaml(source: string, key: string): unknown {
  try {
    return parse(source, { version: "1.1", maxAliasCount: ALIASES_AT_MOST, uniqueKeys: false, logLevel: "error", prettyErrors: false });
  } catch (cause) {
    throw new Unreadable(`its key ${key} is not YAML`, { cause });
  }
}
