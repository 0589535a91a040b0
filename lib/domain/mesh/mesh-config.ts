import type { LocalityBalancing, ZoneAwareBalancing } from "@/lib/domain/selection/policies";

/** A JSON value. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** A gateway of a network in `meshNetworks`: an address, or the name of a Service. "" and null = not set. */
export interface ConfiguredGateway {
  readonly address: string;
  readonly service: string;
  readonly port: number | null;
  readonly locality: string;
}

/** A network of `meshNetworks`: its gateways, and the CIDRs and registries of its Pods (docs/istio.md#networks). */
export interface ConfiguredNetwork {
  readonly name: string;
  readonly gateways: readonly ConfiguredGateway[];
  readonly cidrs: readonly string[];
  readonly registries: readonly string[];
}

/** A label selector of `discoverySelectors`. istiod ignores namespaces that none of them matches (docs/istio.md#discovery-selectors). */
export interface NamespaceSelector {
  readonly labels: readonly (readonly [key: string, value: string])[];
  readonly expressions: readonly { readonly key: string; readonly operator: string; readonly values: readonly string[] }[];
}

/** The values of the mesh configuration (docs/istio.md#exportto, #client-tls, #locality-modes, #gateways, #bundle). */
export interface MeshConfig {
  readonly trustDomain: string;
  /** "" = the namespace of istiod. */
  readonly rootNamespace: string;
  /** The handling of calls to unknown hosts: `outboundTrafficPolicy.mode`. */
  readonly outboundTraffic: "ALLOW_ANY" | "REGISTRY_ONLY";
  readonly autoMtls: boolean;
  /** `defaultServiceExportTo` and `defaultDestinationRuleExportTo`; empty = "*". */
  readonly serviceExportTo: readonly string[];
  readonly ruleExportTo: readonly string[];
  readonly locality: LocalityBalancing;
  /** Null = not set. */
  readonly zoneAware: ZoneAwareBalancing | null;
  /** True if `defaultTrafficPolicy` has an `outlierDetection`. */
  readonly outlierByDefault: boolean;
  /** Empty = istiod sees every namespace. */
  readonly discoverySelectors: readonly NamespaceSelector[];
  readonly networks: readonly ConfiguredNetwork[];
  /** Milliseconds. */
  readonly connectTimeoutMs: number;
  /** `defaultConfig.discoveryAddress` and `defaultConfig.meshId`; "" = not set. */
  readonly discoveryAddress: string;
  readonly meshId: string;
  /** The whole `defaultConfig`: the base of a machine's bundle. */
  readonly proxyDefaults: { readonly [key: string]: JsonValue };
}

/** The values that one ConfigMap sets. Other settings are missing. */
export type PartialMeshConfig = Partial<MeshConfig>;

/** Istio's defaults for settings that are not set. */
export const MESH_CONFIG_DEFAULTS: MeshConfig = {
  trustDomain: "cluster.local",
  rootNamespace: "",
  outboundTraffic: "ALLOW_ANY",
  autoMtls: true,
  serviceExportTo: [],
  ruleExportTo: [],
  locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] },
  zoneAware: null,
  outlierByDefault: false,
  discoverySelectors: [],
  networks: [],
  connectTimeoutMs: 10_000,
  discoveryAddress: "",
  meshId: "",
  proxyDefaults: {},
};

/** Returns the name of the ConfigMap with a revision's mesh configuration: `istio`, or `istio-REVISION` (docs/istio.md#bundle). */
export function meshConfigName(revision: string): string {
  return revision === "" || revision === "default" ? "istio" : `istio-${revision}`;
}

/** Returns the revision of a mesh configuration from its ConfigMap's name; null = another ConfigMap. */
export function revisionOfMeshConfig(name: string): string | null {
  if (name === "istio") return "default";
  return name.startsWith("istio-") && name.length > "istio-".length ? name.slice("istio-".length) : null;
}
