import type { MachineGap, ServiceGap } from "@/lib/domain/networks/gaps";
import type { GatewayStatus } from "@/lib/domain/networks/known-gateway";
import type { PassthroughLack } from "@/lib/domain/networks/passthrough";
import type { StateCounts } from "./rows";

/** Kinds without which something of networks cannot be told. */
export const NETWORK_SOURCES = ["workloadentries", "gateway-services", "network-gateways", "mesh-config", "workload-pods", "namespaces", "gateways"] as const;

/** How callers reach a network. `because`: a code; `isAssumed`: it rests on a setting that nobody could read. */
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

/** How many machines of a network have each gap, by its code. */
export type WireGaps = Readonly<Record<MachineGap, number>>;

/** One network of one cluster; `network` "" = machines that name none. Null = out of sight, never zero. */
export interface NetworkRow {
  /** `CLUSTER/NETWORK` */
  readonly id: string;
  readonly cluster: string;
  readonly network: string;
  readonly machines: number;
  readonly counts: StateCounts;
  /** How many of its healthy machines nobody can vouch for: these are not green. */
  readonly unvouched: number;
  readonly serving: number;
  readonly doubted: number;
  readonly pods: number | null;
  /** Does `meshNetworks` name it? */
  readonly isConfigured: boolean;
  /** Its gateways that callers are sent to, as they are written, and how many more there are. */
  readonly gateways: readonly string[];
  readonly moreGateways: number;
  /** How callers of the chosen network reach it. */
  readonly way: WireNetworkPath;
  readonly gaps: WireGaps;
}

/** A gateway into a network, as it was found. */
export interface WireGateway {
  readonly id: string;
  readonly cluster: string;
  readonly network: string;
  /** "" = none yet. */
  readonly address: string;
  readonly port: number | null;
  readonly tunnelPort: number | null;
  /** The Service or Kubernetes Gateway that names the network, or (`mesh-networks`) the name of a Service that `meshNetworks` gives, which may be "". */
  readonly found:
    | { readonly by: "service"; readonly namespace: string; readonly name: string }
    | { readonly by: "kubernetes-gateway"; readonly namespace: string; readonly name: string }
    | { readonly by: "mesh-networks"; readonly service: string };
  readonly standing: GatewayStatus;
  /** Machines of its network, as far as they are in sight. */
  readonly machines: number;
}

/** A node of the graph and where it stands; sizes are px. */
export interface WireNode {
  readonly id: string;
  readonly kind: "callers" | "gateway" | "more-gateways" | "way" | "network";
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of a network or of gateways: which network they lead into. */
  readonly network: string;
  /** Of a gateway: address and port; of more gateways: how many; of a way: its kind. */
  readonly text: string;
}

/** Who is led where; it runs between the places of its nodes. */
export interface WireEdge {
  readonly from: string;
  readonly to: string;
  readonly way: WireNetworkPath["kind"];
}

/** The graph of one cluster, laid out; `undrawn` networks are in the table only. */
export interface WireGraph {
  readonly cluster: string;
  /** The network of the callers, "" = none; null = not known. */
  readonly from: string | null;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly WireNode[];
  readonly edges: readonly WireEdge[];
  readonly undrawn: number;
}

/** What is known of one cluster's mesh as far as networks go. */
export interface WireMesh {
  readonly cluster: string;
  /** The network of Pods that name none, which callers are meant to be in where none is chosen; "" = none. */
  readonly ownNetwork: string;
  /** False where the root namespace is not visible, whose label tells it. */
  readonly isOwnKnown: boolean;
  readonly gateways: { readonly isComplete: boolean; readonly source: string };
  readonly leavesOut: { readonly kind: "known" | "assumed" | "denied"; readonly value: boolean; readonly source: string };
  readonly configured: { readonly kind: "known" | "assumed" | "denied"; readonly source: string };
}

/** A machine that callers are kept from by its network. */
export interface WireGapMachine {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly network: string;
  readonly networkLabel: string;
  readonly gaps: readonly MachineGap[];
}

/** A host whose machines behind gateways nobody elsewhere reaches, and why. */
export interface WireGapService {
  readonly cluster: string;
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  /** Its machines in networks with a gateway, and which networks these are. */
  readonly machines: number;
  readonly networks: readonly string[];
  readonly gaps: readonly { readonly code: ServiceGap["code"]; readonly mode: string }[];
}

/** Where a host's machines live and what each cluster's objects say of its name. */
export interface WireServiceAcross {
  readonly host: string;
  readonly lives: readonly { readonly cluster: string; readonly machines: number; readonly groups: readonly string[] }[];
  readonly resolves: readonly { readonly cluster: string; readonly as: "by-own" | "named" | "not-defined" | "not-visible" }[];
}

/** The first names of networks, the number of further ones, and the machines in all of them, of which `unaddressed` have no address. */
interface NetworksAlike {
  readonly networks: readonly string[];
  readonly more: number;
  readonly machines: number;
  readonly unaddressed: number;
}

/** Head of "networks". Its rows are NetworkRow: those with trouble first, then those with most machines. */
export interface NetworksHead {
  readonly total: number;
  readonly matched: number;
  /** Networks that have a name: machines that name none are in no network. */
  readonly named: number;
  readonly machines: number;
  /** Networks that callers of each cluster's own (or the chosen) network call without a gateway, or that are left out, and how many machines are there. */
  readonly unverified: NetworksAlike;
  readonly leftOut: NetworksAlike;
  readonly notKnown: number;
  readonly gaps: WireGaps;
  readonly meshes: readonly WireMesh[];
  readonly callers: readonly string[];
  readonly gateways: readonly WireGateway[];
  readonly moreGateways: number;
  readonly usableGateways: number;
  readonly graph: WireGraph | null;
  readonly gapMachines: readonly WireGapMachine[];
  readonly moreGapMachines: number;
  /** Null = the Gateways that decide which hosts pass are not visible: what they keep back cannot be told. */
  readonly passed: readonly { readonly network: string; readonly hosts: readonly string[] }[] | null;
  /** Gateways, as NAMESPACE/NAME, of which this cluster does not show all the host names that they pass. */
  readonly unknownGateways: readonly string[];
  /** The reasons of all of them, each once. Empty if the viewer does not see all objects. */
  readonly unknownBecause: readonly PassthroughLack[];
  /** False = not all DestinationRules and PeerAuthentications are visible: gateways may be closed to more machines and services. */
  readonly policiesSeen: boolean;
  readonly gapHosts: readonly WireGapService[];
  readonly moreGapHosts: number;
  readonly across: readonly WireServiceAcross[];
  readonly moreAcross: number;
  readonly podsSeen: boolean;
}
