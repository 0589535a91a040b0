import type { IstiodVersions } from "@/lib/domain/mesh/istiod-behaviours";
import type { ConfiguredNetwork } from "@/lib/domain/mesh/mesh-config";
import { DRAINING_LABEL } from "@/lib/domain/verdict/serving";
import type { EndpointSlice, KubernetesService, SelectableEntry, SelectablePod, ServiceEntry } from "./objects";
import type { DestinationRule, LocalityBalancing, PeerAuthentication, Sidecar, VirtualService, ZoneAwareBalancing } from "./policies";

/** A gateway into a network. `port` 0 = the gateway does not accept mutual TLS of sidecars (docs/istio.md#gateways). */
export interface NetworkGateway {
  readonly network: string;
  /** The cluster whose registry found it; "" = from `meshNetworks`. */
  readonly cluster: string;
  readonly address: string;
  readonly port: number;
}

/** The version and settings of the running istiod: everything besides the objects that decides endpoints. */
export interface MeshSettings extends IstiodVersions {
  /** The revision of istiod; "" = not restricted, so that istiod reads objects of every revision. */
  readonly revision: string;
  readonly clusterId: string;
  readonly rootNamespace: string;
  readonly domain: string;
  readonly trustDomain: string;
  /** The value of `enableAutoMtls`. */
  readonly autoMtls: boolean;
  /** The value of `defaultServiceExportTo`; empty = not set, which means "*". */
  readonly serviceExportTo: readonly string[];
  /** The value of `defaultDestinationRuleExportTo`; empty = not set, which means "*". */
  readonly ruleExportTo: readonly string[];
  readonly locality: LocalityBalancing | null;
  readonly zoneAware: ZoneAwareBalancing | null;
  readonly gateways: readonly NetworkGateway[];
  /**
   * True if istiod also uses the gateways of Services for DNS services. It has a second list of gateways for these, and updates it only in a reload
   * that does not change the first list (`pilot/pkg/model/network.go`, reload; measured). Null = not known: the API does not show the list.
   */
  readonly gatewaysServeDns: boolean | null;
  /** The value of the label `topology.istio.io/network` on istiod's namespace: the network of Pods without this label. */
  readonly podNetwork: string;
  /** The networks in `meshNetworks`. They give the network of a Pod if neither the Pod nor istiod's namespace has a label. */
  readonly networks: readonly ConfiguredNetwork[];
  /** The value of `AMBIENT_ENABLE_MULTI_NETWORK`. */
  readonly ambientMultiNetwork: boolean;
  /** The value of `PILOT_ENABLE_WORKLOAD_ENTRY_HEALTHCHECKS`. */
  readonly healthChecks: boolean;
  /**
   * The value of `PILOT_ENABLE_SERVICEENTRY_SELECT_PODS`. `servicesSelectEntries`: of `PILOT_ENABLE_K8S_SELECT_WORKLOAD_ENTRIES`
   * (docs/istio.md#settings).
   */
  readonly serviceEntriesSelectPods: boolean;
  readonly servicesSelectEntries: boolean;
  /** The label key in `PILOT_DRAINING_LABEL`; "" = draining is off. */
  readonly drainingLabel: string;
  /** The value of `PILOT_AUTO_SEND_UNHEALTHY_ENDPOINTS`; false for versions without it. */
  readonly sendsUnhealthy: boolean;
  /** The value of `PILOT_SEND_UNHEALTHY_ENDPOINTS`: istiod sends unhealthy endpoints with any DestinationRule. */
  readonly forcesUnhealthy: boolean;
  /**
   * True if `defaultTrafficPolicy.outlierDetection` is set. Only services that callers resolve by DNS get priorities from it
   * (docs/istio.md#locality-modes).
   */
  readonly outlierByDefault: boolean;
  /** Region, zone and subzone from the labels of each Node, by its name. */
  readonly nodeLocalities: ReadonlyMap<string, string>;
  /** The value of the annotation `networking.istio.io/traffic-distribution` on each namespace that has it, by the namespace. */
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
  /**
   * If several EndpointSlices list one address: true = istiod keeps the values of the slice with the later name, and none of the controller's slice.
   * The API does not show which slice istiod uses.
   */
  readonly laterSliceFirst?: true;
  /** Returns true if the Pods of a namespace are not known. Absent = the Pods of all namespaces are known. */
  readonly lacksPods?: (namespace: string) => boolean;
}

/** The kind of a caller. "gateway": a proxy of type `router`, such as an ingress gateway. "outside": a Pod without a proxy. */
export type CallerKind = "sidecar" | "gateway" | "outside";

/** The proxy that receives a list of endpoints, with its namespace, network and locality; "" = none. */
export interface Caller {
  /** The kind of the caller; absent = a sidecar. */
  readonly kind?: CallerKind;
  readonly namespace: string;
  readonly network: string;
  readonly locality: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly node: string;
  /** The IP families of the caller's addresses. Null = not known: with gateways of IPv6, each possible outcome counts. */
  readonly families: readonly (4 | 6)[] | null;
}

/** A sidecar in the namespace `default` that has no network, locality, Node or labels. */
export const BARE_SIDECAR_CALLER: Caller = { namespace: "default", network: "", locality: "", labels: new Map(), node: "", families: null };
