import { meshConfigName, type PartialMeshConfig, revisionOfMeshConfig } from "@/lib/domain/mesh/mesh-config";
import type { IstiodEnvironment, MeshConfigMapKey, MeshConfigResult } from "@/lib/domain/mesh/mesh-facts";
import { type KubernetesGateway, NO_GATEWAY_API } from "@/lib/domain/mesh/network-gateways";
import type { World } from "@/lib/domain/mesh/world";
import { SOURCES } from "@/lib/domain/source/source";
import type { GatewayServiceObject } from "@/lib/server/kube/parse/gateway-service";
import type { MeshConfigObject } from "@/lib/server/kube/parse/mesh-config";
import type { NetworkGatewayObject } from "@/lib/server/kube/parse/network-gateway";
import type { Rights } from "./rights";
import type { NeededNow } from "./source-needs";
import { planSources } from "./source-plan";
import type { WorldParts } from "./world-builder";
import { WorldTable } from "./world-table";

/** Where mesh configurations and gateways are looked for, and which right is missing for them (null = none). */
export interface MeshReach {
  readonly istioNamespace: string;
  /** Names of the mesh configurations that are watched. */
  readonly names: readonly string[];
  readonly configsMissing: string | null;
  readonly gatewaysMissing: string | null;
  /** Where gateways are watched; null = everywhere. */
  readonly gatewaysIn: string | null;
  readonly networkGatewaysIn: string | null;
}

/** The watches of what a mesh is told, and what they make of a world. */
export interface MeshSinks {
  readonly gateways: WorldTable<GatewayServiceObject>;
  readonly networkGateways: WorldTable<NetworkGatewayObject>;
  config(name: string): WorldTable<MeshConfigObject>;
  parts(reach: MeshReach): Pick<WorldParts, "configs" | "gateways" | "networkGateways">;
}

/** What may be read of a mesh with these rights. */
export function meshReachOf(rights: Rights | null, istioNamespace: string, needed: NeededNow): MeshReach {
  const notYet = rights === null ? "it is not known yet what may be read" : null;
  const { sources } = planSources(rights ?? new Map(), istioNamespace, needed);
  const names = ["gateway-services", "mesh-config", "network-gateways"] as const;
  const [gateways, configs, networkGateways] = names.map((name) => sources.find(({ source }) => source === name));
  const mayNot = (what: string) => `this account may not list ${what} in ${istioNamespace}`;
  return {
    istioNamespace,
    names: sources.flatMap(({ source, name }) => (source === "mesh-config" ? [name] : [])),
    configsMissing: notYet ?? (configs === undefined ? mayNot("the configmap of the mesh") : null),
    gatewaysMissing: notYet ?? (gateways === undefined ? mayNot("services") : null),
    gatewaysIn: gateways?.namespace ?? null,
    networkGatewaysIn: networkGateways?.namespace ?? null,
  };
}

/** The names of the mesh configurations of the revisions that istiods run in, sorted. */
export function meshConfigNamesOf(istiods: readonly { readonly told: IstiodEnvironment }[]): readonly string[] {
  return [...new Set(istiods.map(({ told }) => meshConfigName(told.revision)))].sort();
}

export function createMeshSinks(cluster: string, changed: () => void): MeshSinks {
  const gateways = new WorldTable<GatewayServiceObject>(cluster, changed);
  const networkGateways = new WorldTable<NetworkGatewayObject>(cluster, changed);
  const configs = new Map<string, WorldTable<MeshConfigObject>>();
  const accepted = new Map<string, AcceptedKeys>();

  function seenOf(revision: string, { istioNamespace, configsMissing }: MeshReach): MeshConfigResult {
    const name = meshConfigName(revision);
    const sink = configs.get(name);
    if (configsMissing !== null) return { kind: "denied", why: configsMissing };
    if (sink?.freshnessNow()?.kind === "denied") return { kind: "denied", why: `this account may not read ConfigMap ${name} in ${istioNamespace}` };
    if (sink === undefined || sink.replaced() === 0) return { kind: "denied", why: `ConfigMap ${name} in ${istioNamespace} has not been read yet` };
    const [object] = sink.values();
    const seen = object?.seen ?? { kind: "absent" };
    const before = accepted.get(name) ?? new AcceptedKeys();
    accepted.set(name, before);
    return before.follow(seen);
  }

  function gatewaysSeen({ gatewaysMissing, gatewaysIn }: MeshReach): World["gateways"] {
    if (gatewaysMissing !== null) return { kind: "denied", source: gatewaysMissing };
    if (gateways.replaced() === 0) return { kind: "denied", source: "services of gateways have not been read yet" };
    const source = `Services with the label topology.istio.io/network${gatewaysIn === null ? "" : ` in ${gatewaysIn}`}`;
    const value = [...gateways.values()].map(({ gateway }) => gateway);
    return { kind: "known", value: value.sort(byPlace), source };
  }

  function networkGatewaysSeen({ networkGatewaysIn }: MeshReach): World["networkGateways"] {
    const place = networkGatewaysIn === null ? "" : ` in ${networkGatewaysIn}`;
    const freshness = networkGateways.freshnessNow();
    if (freshness?.kind === "absent") return NO_GATEWAY_API;
    if (freshness?.kind === "denied") return { kind: "denied", source: `this account may not list ${SOURCES["network-gateways"].kind}${place}` };
    if (networkGateways.replaced() === 0) return { kind: "denied", source: "Gateways of the Kubernetes Gateway API have not been read yet" };
    const value: readonly KubernetesGateway[] = [...networkGateways.values()].map(({ gateway }) => gateway).sort(byPlace);
    return { kind: "known", value, source: `Gateways of the Kubernetes Gateway API with that label${place}` };
  }

  return {
    gateways,
    networkGateways,
    config(name) {
      const sink = configs.get(name) ?? new WorldTable<MeshConfigObject>(cluster, changed);
      configs.set(name, sink);
      return sink;
    },
    parts: (reach) => ({
      configs: {
        namespace: reach.istioNamespace,
        revisions: reach.names.flatMap((name) => ((configs.get(name)?.size() ?? 0) > 0 ? (revisionOfMeshConfig(name) ?? []) : [])),
        of: (revision) => seenOf(revision, reach),
      },
      gateways: gatewaysSeen(reach),
      networkGateways: networkGatewaysSeen(reach),
    }),
  };
}

/** The last accepted values of the keys of one mesh configuration. istiod keeps them while it rejects a key, and its defaults while there is no ConfigMap. */
class AcceptedKeys {
  readonly #told = new Map<MeshConfigMapKey, PartialMeshConfig>();

  /** Remembers the values of accepted keys, and adds the earlier values of rejected ones. */
  follow(seen: MeshConfigResult): MeshConfigResult {
    if (seen.kind === "denied") return seen;
    const { networks, ...mesh } = seen.kind === "read" ? seen.told : {};
    const rejected = (seen.kind === "read" && seen.rejected) || [];
    const isAccepted = (key: MeshConfigMapKey) => !rejected.some((one) => one.key === key);
    if (isAccepted("mesh")) this.#told.set("mesh", mesh);
    if (isAccepted("meshNetworks")) this.#told.set("meshNetworks", networks === undefined ? {} : { networks });
    if (seen.kind !== "read" || rejected.length === 0) return seen;
    return { ...seen, rejected: rejected.map((one) => ({ ...one, before: one.by === "istiod" ? (this.#told.get(one.key) ?? null) : null })) };
  }
}

function byPlace(a: { readonly namespace: string; readonly name: string }, b: { readonly namespace: string; readonly name: string }): number {
  return `${a.namespace}/${a.name}` < `${b.namespace}/${b.name}` ? -1 : 1;
}
