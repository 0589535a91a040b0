import { formatNetworksQuery, parseNetworksQuery } from "@/lib/contract/url/networks-query";
import type { GatewayStatus } from "@/lib/domain/networks/known-gateway";
import type { UnknownHostsReason } from "@/lib/domain/networks/passthrough";
import type { ServiceUnreachableReason, UnreachableReason } from "@/lib/domain/networks/unreachable-reasons";
import type { StateCounts } from "./values";
import type { ViewDeclaration } from "./view-declaration";

/** The sources that the networks page needs to be complete. */
export const NETWORKS_VIEW_SOURCES = [
  "workloadentries",
  "gateway-services",
  "network-gateways",
  "mesh-config",
  "workload-pods",
  "namespaces",
  "gateways",
] as const;

/** The way from callers to a network. `because`: a code. `isAssumed`: the way depends on a setting that could not be read. */
export interface WireNetworkPath {
  readonly kind: "direct" | "gateways" | "unverified" | "left-out" | "not-known";
  readonly because:
    | "same-network"
    | "machines-without-network"
    | "gateway"
    | "no-gateway"
    | "no-gateway-in-mesh"
    | "setting"
    | "ambient"
    | "no-address"
    | "empty-address"
    | "gateways-not-visible"
    | "setting-not-visible"
    | "callers-not-known";
  readonly isAssumed: boolean;
}

/** The number of machines of a network with each gap, by the gap's code. */
export type WireUnreachableCounts = Readonly<Record<UnreachableReason, number>>;

/** One network of one cluster; `network` "" = machines without a network. Null = not visible, never zero. */
export interface NetworkRow {
  /** `CLUSTER/NETWORK` */
  readonly id: string;
  readonly cluster: string;
  readonly network: string;
  readonly machines: number;
  readonly counts: StateCounts;
  /** The number of its Healthy machines that are unverified, and not green. */
  readonly unvouched: number;
  readonly serving: number;
  readonly doubted: number;
  readonly pods: number | null;
  /** True if `meshNetworks` names it. */
  readonly isConfigured: boolean;
  /** The first gateways that callers use, as written, and the number of further ones. */
  readonly gateways: readonly string[];
  readonly moreGateways: number;
  /** The way from callers of the chosen network. */
  readonly way: WireNetworkPath;
  readonly gaps: WireUnreachableCounts;
}

/** A gateway into a network, with the object in which it was found. */
export interface WireGateway {
  readonly id: string;
  readonly cluster: string;
  readonly network: string;
  /** "" = none yet. */
  readonly address: string;
  readonly port: number | null;
  readonly tunnelPort: number | null;
  /** The Service or Kubernetes Gateway that names the network. `mesh-networks`: `meshNetworks` defines it, and `service` may be "". */
  readonly found:
    | { readonly by: "service"; readonly namespace: string; readonly name: string }
    | { readonly by: "kubernetes-gateway"; readonly namespace: string; readonly name: string }
    | { readonly by: "mesh-networks"; readonly service: string };
  readonly standing: GatewayStatus;
  /** Visible machines of its network. */
  readonly machines: number;
}

/** A node of the graph with its position and size in px. */
export interface WireGraphNode {
  readonly id: string;
  readonly kind: "callers" | "gateway" | "more-gateways" | "way" | "network";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The network itself, or the network that gateways lead into. */
  readonly network: string;
  /** For a gateway: address and port. For more gateways: their number. For a way: its kind. */
  readonly text: string;
}

/** A connection between two nodes, by their ids. It is drawn between their positions. */
export interface WireGraphEdge {
  readonly from: string;
  readonly to: string;
  readonly way: WireNetworkPath["kind"];
}

/** The laid-out graph of one cluster. `undrawn` networks are in the table only. */
export interface WireGraph {
  readonly cluster: string;
  /** The network of the callers; "" = none, null = not known. */
  readonly from: string | null;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly WireGraphNode[];
  readonly edges: readonly WireGraphEdge[];
  readonly undrawn: number;
}

/** The network settings of one cluster's mesh. */
export interface WireMeshNetworkSettings {
  readonly cluster: string;
  /** The network of Pods that name none, and the default network of callers; "" = none. */
  readonly ownNetwork: string;
  /** False if the root namespace, whose label sets it, is not visible. */
  readonly isOwnKnown: boolean;
  readonly gateways: { readonly isComplete: boolean; readonly source: string };
  readonly leavesOut: { readonly kind: "known" | "assumed" | "denied"; readonly value: boolean; readonly source: string };
  readonly configured: { readonly kind: "known" | "assumed" | "denied"; readonly source: string };
}

/** A machine that callers do not reach because of its network. */
export interface WireUnreachableMachine {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly network: string;
  readonly networkLabel: string;
  readonly gaps: readonly UnreachableReason[];
}

/** A service whose machines behind gateways no caller of another network reaches, with the reasons. */
export interface WireUnreachableService {
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** Its machines in networks with a gateway, and these networks. */
  readonly machines: number;
  readonly networks: readonly string[];
  readonly gaps: readonly { readonly code: ServiceUnreachableReason["code"]; readonly mode: string }[];
}

/** The clusters with machines of a host name, and the definition of the name in each cluster. */
export interface WireMultiClusterService {
  readonly host: string;
  readonly lives: readonly { readonly cluster: string; readonly machines: number; readonly groups: readonly string[] }[];
  readonly resolves: readonly { readonly cluster: string; readonly as: "by-own" | "named" | "not-defined" | "not-visible" }[];
}

/** Some networks: the first names, the number of further ones, and their machines. `unaddressed` of the machines have no address. */
interface NetworksAlike {
  readonly networks: readonly string[];
  readonly more: number;
  readonly machines: number;
  readonly unaddressed: number;
}

/** Head of "networks". Its rows are NetworkRow: networks with trouble first, then by number of machines. */
export interface NetworksHead {
  readonly total: number;
  readonly matched: number;
  /** The number of networks with a name. Machines without a network are in none of them. */
  readonly named: number;
  readonly machines: number;
  /** Networks that callers reach without a gateway, and networks left out. Callers are in the chosen network, else in each cluster's own network. */
  readonly unverified: NetworksAlike;
  readonly leftOut: NetworksAlike;
  readonly notKnown: number;
  readonly gaps: WireUnreachableCounts;
  readonly meshes: readonly WireMeshNetworkSettings[];
  readonly callers: readonly string[];
  readonly gateways: readonly WireGateway[];
  readonly moreGateways: number;
  readonly usableGateways: number;
  readonly graph: WireGraph | null;
  readonly gapMachines: readonly WireUnreachableMachine[];
  readonly moreGapMachines: number;
  /** The host names that gateways pass, per network. Null = not known, as the Gateways that decide it are not visible. */
  readonly passed: readonly { readonly network: string; readonly hosts: readonly string[] }[] | null;
  /** Gateways, as NAMESPACE/NAME, that may pass host names which this cluster does not show. */
  readonly unknownGateways: readonly string[];
  /** The reasons for `unknownGateways`, each once. Empty if the viewer does not see all objects. */
  readonly unknownBecause: readonly UnknownHostsReason[];
  /** False = not all DestinationRules and PeerAuthentications are visible: gateways may be closed to more machines and services. */
  readonly policiesSeen: boolean;
  readonly gapHosts: readonly WireUnreachableService[];
  readonly moreGapHosts: number;
  readonly across: readonly WireMultiClusterService[];
  readonly moreAcross: number;
  readonly podsSeen: boolean;
}

export const NETWORKS_VIEW: ViewDeclaration<NetworksHead, NetworkRow> = {
  canonicalQuery: (query) => formatNetworksQuery(parseNetworksQuery(query)),
  cost: 200,
  rows: "window",
  rowCount: "matched",
};
