import type { IstiodVersions } from "@/lib/domain/mesh/istiod-behaviours";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import type { EndpointSlice, KubernetesService, SelectableEntry, SelectablePod, ServiceEntry } from "./objects";
import type { DestinationRule, LocalityBalancing, PeerAuthentication, Sidecar, VirtualService, ZoneAwareBalancing } from "./policies";

/** A gateway into a network. Port 0 = it does not accept mutual TLS of sidecars (docs/istio.md#gateways). */
export interface NetworkGateway {
  readonly network: string;
  /** The cluster whose registry found it; "" = from `meshNetworks`. */
  readonly cluster: string;
  readonly address: string;
  readonly port: number;
}

/** The version and settings of the running istiod: all that decides endpoints besides the objects. */
export interface MeshSettings extends IstiodVersions {
  /** The revision of istiod; "" = it reads objects of every revision. */
  readonly revision: string;
  readonly clusterId: string;
  readonly rootNamespace: string;
  readonly domain: string;
  readonly trustDomain: string;
  /** `enableAutoMtls`. */
  readonly autoMtls: boolean;
  /** `defaultServiceExportTo`; empty = not set, which is "*". */
  readonly serviceExportTo: readonly string[];
  /** `defaultDestinationRuleExportTo`; empty = not set, which is "*". */
  readonly ruleExportTo: readonly string[];
  readonly locality: LocalityBalancing | null;
  readonly zoneAware: ZoneAwareBalancing | null;
  readonly gateways: readonly NetworkGateway[];
  /**
   * True if istiod also uses the gateways of Services for DNS services. It has a second list for these, and updates it only in a reload that does not change
   * the first list (`pilot/pkg/model/network.go`, reload; measured). Null = not known: the API does not show the list.
   */
  readonly gatewaysServeDns: boolean | null;
  /** The label `topology.istio.io/network` of istiod's namespace: the network of Pods without one. */
  readonly podNetwork: string;
  /** `meshNetworks`: the network of Pods if neither they nor istiod's namespace have a label. */
  readonly networks: readonly ConfiguredNetwork[];
  /** `AMBIENT_ENABLE_MULTI_NETWORK`. */
  readonly ambientMultiNetwork: boolean;
  /** `PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS`. */
  readonly healthChecks: boolean;
  /** `PILOT_ENABLE_SERVICEENTRY_SELECT_PODS` and `PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES` (docs/istio.md#settings). */
  readonly serviceEntriesSelectPods: boolean;
  readonly servicesSelectEntries: boolean;
  /** `PILOT_DRAINING_LABEL`; "" = draining is off. */
  readonly drainingLabel: string;
  /** `PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS`; false for versions without it. */
  readonly sendsUnhealthy: boolean;
  /** `PILOT_SEND_UNHEALTHY_ENDPOINTS`: istiod sends unhealthy endpoints with any DestinationRule. */
  readonly forcesUnhealthy: boolean;
  /** `defaultTrafficPolicy.outlierDetection`: only services that callers resolve by DNS get priorities from it (docs/istio.md#locality-modes). */
  readonly outlierByDefault: boolean;
  /** Region, zone and subzone from the labels of each Node, by its name. */
  readonly nodeLocalities: ReadonlyMap<string, string>;
  /** Annotation `networking.istio.io/traffic-distribution` of each namespace that has one. */
  readonly namespaceDistributions: ReadonlyMap<string, "any" | "same-zone" | "same-node">;
}

/** Istio's defaults, as in an installation without settings. */
export const DEFAULT_MESH: MeshSettings = {
  istioVersion: null,
  otherVersions: [],
  revision: "",
  clusterId: "Kubernetes",
  rootNamespace: "istio-system",
  domain: "cluster.local",
  trustDomain: "cluster.local",
  autoMtls: true,
  serviceExportTo: [],
  ruleExportTo: [],
  locality: { isEnabled: true, distribute: null, failover: [], failoverPriority: [] },
  zoneAware: null,
  gateways: [],
  gatewaysServeDns: false,
  podNetwork: "",
  networks: [],
  ambientMultiNetwork: false,
  healthChecks: true,
  serviceEntriesSelectPods: true,
  servicesSelectEntries: true,
  drainingLabel: DRAINING_LABEL,
  sendsUnhealthy: true,
  forcesUnhealthy: false,
  outlierByDefault: false,
  nodeLocalities: new Map(),
  namespaceDistributions: new Map(),
};

/** The input of the endpoint engine: the objects of a cluster and the settings of its mesh. */
export interface SelectionWorld {
  readonly mesh: MeshSettings;
  readonly entries: readonly SelectableEntry[];
  readonly pods: readonly SelectablePod[];
  readonly services: readonly KubernetesService[];
  readonly serviceEntries: readonly ServiceEntry[];
  readonly rules: readonly DestinationRule[];
  readonly sidecars: readonly Sidecar[];
  readonly authentications: readonly PeerAuthentication[];
  readonly virtualServices: readonly VirtualService[];
  /** EndpointSlices that the controller of Kubernetes did not write. Its own slices list the Pods that a Service selects. */
  readonly slices: readonly EndpointSlice[];
  /** True = istiod keeps the values of the slice with the later name, and none of the controller's slice. The API does not show which slice istiod uses. */
  readonly laterSliceFirst?: true;
  /** True if the Pods of a namespace are not known. Absent = all are known. */
  readonly lacksPods?: (namespace: string) => boolean;
}

/** `gateway` is a proxy of type `router`, such as an ingress gateway. `outside` is a Pod without a proxy. */
export type CallerKind = "sidecar" | "gateway" | "outside";

/** The proxy that receives a list of endpoints, in a namespace, network and locality. "" = none. */
export interface Caller {
  /** Absent = a sidecar. */
  readonly kind?: CallerKind;
  readonly namespace: string;
  readonly network: string;
  readonly locality: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly node: string;
  /** Its address families. Null = not known: with gateways of IPv6, each possible outcome counts. */
  readonly families: readonly (4 | 6)[] | null;
}

/** A sidecar in the namespace `default` that has no network, locality, Node or labels. */
export const ANY_CALLER: Caller = { namespace: "default", network: "", locality: "", labels: new Map(), node: "", families: null };
