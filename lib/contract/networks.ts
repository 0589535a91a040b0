import * as z from "zod/mini";
import { HOST_GAPS } from "@/lib/domain/networks/host-gap";
import { GATEWAY_STANDINGS } from "@/lib/domain/networks/known-gateway";
import { MACHINE_GAPS } from "@/lib/domain/networks/machine-gap";
import { PASS_LACKS } from "@/lib/domain/networks/passthrough";
import { StateCounts } from "./rows";

/** Kinds without which something of networks cannot be told. */
export const NETWORK_SOURCES = ["workloadentries", "gateway-services", "network-gateways", "mesh-config", "workload-pods", "namespaces", "gateways"] as const;

/** How callers reach a network. `because`: a code; `isAssumed`: it rests on a setting that nobody could read. */
export const WireWay = z.object({
  kind: z.enum(["direct", "gateways", "unverified", "left-out", "not-known"]),
  because: z.enum([
    "same-network",
    "machines-without-network",
    "gateway",
    "no-gateway",
    "no-gateway-in-mesh",
    "setting",
    "ambient",
    "no-address",
    "empty-address",
    "gateways-not-visible",
    "setting-not-visible",
    "callers-not-known",
  ]),
  isAssumed: z.boolean(),
});
export type WireWay = z.infer<typeof WireWay>;

/** How many machines of a network have each gap, by its code. */
export const WireGaps = z.record(z.enum(MACHINE_GAPS), z.number());
export type WireGaps = z.infer<typeof WireGaps>;

/** One network of one cluster; `network` "" = machines that name none. Null = out of sight, never zero. */
export const NetworkRow = z.object({
  /** `CLUSTER/NETWORK` */
  id: z.string(),
  cluster: z.string(),
  network: z.string(),
  machines: z.number(),
  counts: StateCounts,
  /** How many of its healthy machines nobody can vouch for: these are not green. */
  unvouched: z.number(),
  serving: z.number(),
  doubted: z.number(),
  pods: z.nullable(z.number()),
  /** Does `meshNetworks` name it? */
  isConfigured: z.boolean(),
  /** Its gateways that callers are sent to, as they are written, and how many more there are. */
  gateways: z.array(z.string()),
  moreGateways: z.number(),
  /** How callers of the chosen network reach it. */
  way: WireWay,
  gaps: WireGaps,
});
export type NetworkRow = z.infer<typeof NetworkRow>;

/** A gateway into a network, as it was found. */
export const WireGateway = z.object({
  id: z.string(),
  cluster: z.string(),
  network: z.string(),
  /** "" = none yet. */
  address: z.string(),
  port: z.nullable(z.number()),
  tunnelPort: z.nullable(z.number()),
  /** The Service or Kubernetes Gateway that names the network, or (`mesh-networks`) the name of a Service that `meshNetworks` gives, which may be "". */
  found: z.discriminatedUnion("by", [
    z.object({ by: z.literal("service"), namespace: z.string(), name: z.string() }),
    z.object({ by: z.literal("kubernetes-gateway"), namespace: z.string(), name: z.string() }),
    z.object({ by: z.literal("mesh-networks"), service: z.string() }),
  ]),
  standing: z.enum(GATEWAY_STANDINGS),
  /** Machines of its network, as far as they are in sight. */
  machines: z.number(),
});
export type WireGateway = z.infer<typeof WireGateway>;

/** A node of the graph and where it stands; sizes are px. */
export const WireNode = z.object({
  id: z.string(),
  kind: z.enum(["callers", "gateway", "more-gateways", "way", "network"]),
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** Of a network or of gateways: which network they lead into. */
  network: z.string(),
  /** Of a gateway: address and port; of more gateways: how many; of a way: its kind. */
  text: z.string(),
});
export type WireNode = z.infer<typeof WireNode>;

/** Who is led where; it runs between the places of its nodes. */
export const WireEdge = z.object({ from: z.string(), to: z.string(), way: WireWay.shape.kind });
export type WireEdge = z.infer<typeof WireEdge>;

/** The graph of one cluster, laid out; `undrawn` networks are in the table only. */
export const WireGraph = z.object({
  cluster: z.string(),
  /** The network of the callers, "" = none; null = not known. */
  from: z.nullable(z.string()),
  width: z.number(),
  height: z.number(),
  nodes: z.array(WireNode),
  edges: z.array(WireEdge),
  undrawn: z.number(),
});
export type WireGraph = z.infer<typeof WireGraph>;

/** What is known of one cluster's mesh as far as networks go. */
export const WireMesh = z.object({
  cluster: z.string(),
  /** The network of Pods that name none, which callers are meant to be in where none is chosen; "" = none. */
  ownNetwork: z.string(),
  /** False where the root namespace is not visible, whose label tells it. */
  isOwnKnown: z.boolean(),
  gateways: z.object({ isComplete: z.boolean(), source: z.string() }),
  leavesOut: z.object({ kind: z.enum(["known", "assumed", "denied"]), value: z.boolean(), source: z.string() }),
  configured: z.object({ kind: z.enum(["known", "assumed", "denied"]), source: z.string() }),
});
export type WireMesh = z.infer<typeof WireMesh>;

/** A machine that callers are kept from by its network. */
export const WireGapMachine = z.object({
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  network: z.string(),
  networkLabel: z.string(),
  gaps: z.array(z.enum(MACHINE_GAPS)),
});
export type WireGapMachine = z.infer<typeof WireGapMachine>;

/** A host whose machines behind gateways nobody elsewhere reaches, and why. */
export const WireGapHost = z.object({
  cluster: z.string(),
  kind: z.enum(["Service", "ServiceEntry"]),
  namespace: z.string(),
  name: z.string(),
  host: z.string(),
  /** Its machines in networks with a gateway, and which networks these are. */
  machines: z.number(),
  networks: z.array(z.string()),
  gaps: z.array(z.object({ code: z.enum(HOST_GAPS), mode: z.string() })),
});
export type WireGapHost = z.infer<typeof WireGapHost>;

/** Where a host's machines live and what each cluster's objects say of its name. */
export const WireHostAcross = z.object({
  host: z.string(),
  lives: z.array(z.object({ cluster: z.string(), machines: z.number(), groups: z.array(z.string()) })),
  resolves: z.array(z.object({ cluster: z.string(), as: z.enum(["by-own", "named", "not-defined", "not-visible"]) })),
});
export type WireHostAcross = z.infer<typeof WireHostAcross>;

/** The first names of networks, the number of further ones, and the machines in all of them, of which `unaddressed` have no address. */
const NetworksAlike = z.object({ networks: z.array(z.string()), more: z.number(), machines: z.number(), unaddressed: z.number() });

/** Head of "networks". Its rows are NetworkRow: those with trouble first, then those with most machines. */
export const NetworksHead = z.object({
  total: z.number(),
  matched: z.number(),
  /** Networks that have a name: machines that name none are in no network. */
  named: z.number(),
  machines: z.number(),
  /** Networks that callers of each cluster's own (or the chosen) network call without a gateway, or that are left out, and how many machines are there. */
  unverified: NetworksAlike,
  leftOut: NetworksAlike,
  notKnown: z.number(),
  gaps: WireGaps,
  meshes: z.array(WireMesh),
  callers: z.array(z.string()),
  gateways: z.array(WireGateway),
  moreGateways: z.number(),
  usableGateways: z.number(),
  graph: z.nullable(WireGraph),
  gapMachines: z.array(WireGapMachine),
  moreGapMachines: z.number(),
  /** Null = the Gateways that decide which hosts pass are not visible: what they keep back cannot be told. */
  passed: z.nullable(z.array(z.object({ network: z.string(), hosts: z.array(z.string()) }))),
  /** Gateways, as NAMESPACE/NAME, of which this cluster does not show all the host names that they pass. */
  unknownGateways: z.array(z.string()),
  /** The reasons of all of them, each once. Empty if the viewer does not see all objects. */
  unknownBecause: z.array(z.enum(PASS_LACKS)),
  /** False = not all DestinationRules and PeerAuthentications are visible: gateways may be closed to more machines and services. */
  policiesSeen: z.boolean(),
  gapHosts: z.array(WireGapHost),
  moreGapHosts: z.number(),
  across: z.array(WireHostAcross),
  moreAcross: z.number(),
  podsSeen: z.boolean(),
});
export type NetworksHead = z.infer<typeof NetworksHead>;
