import type { LocalityBalancing, ZoneAwareBalancing } from "@/lib/domain/selection/policies";

/** Anything that JSON can hold. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** One way into a network as `meshNetworks` tells it: by an address, or by the name of a Service. "" and null = not said. */
export interface ConfiguredGateway {
  readonly address: string;
  readonly service: string;
  readonly port: number | null;
  readonly locality: string;
}

/** One network of `meshNetworks`: its ways in, and whose Pods are in it (docs/istio.md#networks). */
export interface ConfiguredNetwork {
  readonly name: string;
  readonly gateways: readonly ConfiguredGateway[];
  readonly cidrs: readonly string[];
  readonly registries: readonly string[];
}

/** A label selector of `discoverySelectors`: namespaces that none of them matches are not seen by istiod (docs/istio.md#discovery-selectors). */
export interface NamespaceSelector {
  readonly labels: readonly (readonly [key: string, value: string])[];
  readonly expressions: readonly { readonly key: string; readonly operator: string; readonly values: readonly string[] }[];
}

/** What the mesh configuration decides, with a value for each (docs/istio.md#exportto, #client-tls, #locality-modes, #gateways, #bundle). */
export interface MeshConfig {
  readonly trustDomain: string;
  /** "" = the namespace of istiod. */
  readonly rootNamespace: string;
  /** What becomes of calls to hosts that nobody knows: `outboundTrafficPolicy.mode`. */
  readonly outboundTraffic: "ALLOW_ANY" | "REGISTRY_ONLY";
  readonly autoMtls: boolean;
  /** `defaultServiceExportTo` and `defaultDestinationRuleExportTo`; empty = "*". */
  readonly serviceExportTo: readonly string[];
  readonly ruleExportTo: readonly string[];
  readonly locality: LocalityBalancing;
  /** Null = not set. */
  readonly zoneAware: ZoneAwareBalancing | null;
  /** Does `defaultTrafficPolicy` have an `outlierDetection`? */
  readonly outlierByDefault: boolean;
  /** Empty = every namespace is seen. */
  readonly discoverySelectors: readonly NamespaceSelector[];
  readonly networks: readonly ConfiguredNetwork[];
  /** Milliseconds. */
  readonly connectTimeoutMs: number;
  /** `defaultConfig.discoveryAddress` and `defaultConfig.meshId`, "" = not said. */
  readonly discoveryAddress: string;
  readonly meshId: string;
  /** `defaultConfig` whole: what a machine's bundle begins with. */
  readonly proxyDefaults: { readonly [key: string]: JsonValue };
}

/** What one ConfigMap says: a setting that it does not change is missing. */
export type WrittenMeshConfig = Partial<MeshConfig>;

/** Istio's own defaults: what holds where nothing is said. */
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

/** The name of the ConfigMap that holds a revision's mesh configuration: `istio`, or `istio-REVISION` (docs/istio.md#bundle). */
export function meshConfigName(revision: string): string {
  return revision === "" || revision === "default" ? "istio" : `istio-${revision}`;
}

/** The revision of a mesh configuration by the ConfigMap's name; null where it is another ConfigMap. */
export function revisionOfMeshConfig(name: string): string | null {
  if (name === "istio") return "default";
  return name.startsWith("istio-") && name.length > "istio-".length ? name.slice("istio-".length) : null;
}
