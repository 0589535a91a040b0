import * as z from "zod/mini";
import { CLIENT_TLS_CAUSES, GATEWAY_CLOSINGS, TLS_CAUSES } from "@/lib/domain/selection/endpoint-tls";
import { LASTING_REASONS } from "@/lib/domain/selection/reasons";
import { WireState } from "./rows";

/** `names`: host names that callers resolve by DNS, without another endpoint. `addresses`: of EndpointSlices. */
const KindCounts = z.object({ machines: z.number(), pods: z.number(), inline: z.number(), names: z.number(), addresses: z.number() });

/** A label or another pair. */
const Pair = z.object({ key: z.string(), value: z.string() });

/** Whatever is named by kind, namespace and name. */
const Named = z.object({ kind: z.enum(["Service", "ServiceEntry"]), namespace: z.string(), name: z.string() });

/** One endpoint of a host, or a machine or Pod that it matches and that does not answer just now. */
export const EndpointRow = z.object({
  /** `KIND/UID`, `address/ADDRESS`, `inline/INDEX`, or `name`. */
  id: z.string(),
  cluster: z.string(),
  /** `name`: the host name itself, which callers resolve by DNS. `address`: of an EndpointSlice. */
  kind: z.enum(["machine", "pod", "address", "inline", "name"]),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  /** Of a machine its state; a Pod and an inline endpoint have none. */
  state: z.nullable(WireState),
  vouched: z.boolean(),
  connectionWhy: z.string(),
  /** Is it sent to callers? `doubt`: yes, though nobody can vouch for it. `draining`, `awaiting`: no, and nobody misses it. */
  answers: z.enum(["yes", "doubt", "awaiting", "draining", "no"]),
  /** True if the endpoint itself is well, and the caller is not sent it: for a reason of the host name, the network or a policy. */
  isLeftOut: z.boolean(),
  /** Why it does not answer, or the endpoint that callers use in its place, in words; "" where it does. A stranger's text may stand in it. */
  why: z.string(),
  address: z.string(),
  /** In the order of the head's ports: a number, 0 = a socket, null = callers are not sent it on this port. */
  ports: z.array(z.nullable(z.number())),
  /** For each of these ports, the reason if callers are not sent it, as a sentence; "" if they are, or if it has no such port. */
  portsWhy: z.array(z.string()),
  locality: z.string(),
  /** False for a Pod whose Node is not visible. */
  isPlaced: z.boolean(),
  network: z.string(),
  weight: z.number(),
  /** TLS of a caller in a namespace that may call, on the first port that is sent, and whether its sidecar refuses a port; "" = not known. */
  tls: z.enum(["mutual", "plain", "simple", ""]),
  isRefused: z.boolean(),
  /** TLS on each port that is sent, by the number of the object's port. Empty if all ports have the same. */
  tlsByPort: z.array(
    z.object({
      port: z.number(),
      tls: z.enum(["mutual", "plain", "simple"]),
      isRefused: z.boolean(),
      tlsCause: z.enum(TLS_CAUSES),
      gatewayClosed: z.nullable(z.enum(GATEWAY_CLOSINGS)),
    }),
  ),
  /** The setting behind `tls`, and why an east-west gateway passes no call to it; null = not known, or a gateway passes them. */
  tlsCause: z.nullable(z.enum(TLS_CAUSES)),
  gatewayClosed: z.nullable(z.enum(GATEWAY_CLOSINGS)),
  version: z.string(),
});
export type EndpointRow = z.infer<typeof EndpointRow>;

/** Where one port ends: `port` null = these have none. `because` in words. */
const PortGroup = z.object({ port: z.nullable(z.number()), of: KindCounts, version: z.string(), because: z.string() });

const HostPort = z.object({ name: z.string(), number: z.number(), protocol: z.string(), groups: z.array(PortGroup) });

/** Machines (or Pods) that the selector does not take, for one and the same reason: the first of them, and how many they are. */
const HostMiss = z.object({
  kind: z.enum(["machine", "pod"]),
  cluster: z.string(),
  namespace: z.string(),
  name: z.string(),
  uid: z.string(),
  count: z.number(),
  /** Each reason with the edit that takes it away, in words. */
  refusals: z.array(z.object({ reason: z.string(), change: z.string() })),
});

/** Another object that has the host, and what it is to the caller. */
const HostClaim = z.object({ ...Named.shape, outcome: z.string(), isOwn: z.boolean(), says: z.string() });

const ReachedPlace = z.object({
  locality: z.string(),
  of: KindCounts,
  gateways: z.array(z.string()),
  behindGateways: KindCounts,
  /** 0 to 1; null = not known. */
  share: z.nullable(z.number()),
});

/** One part of the caller. `isRead` false: the data for it could not be read, so that "" does not mean "none". `because` in words. */
const CallerPart = z.object({
  part: z.enum(["namespace", "locality", "network"]),
  basis: z.enum(["known", "assumed"]),
  isRead: z.boolean(),
  because: z.string(),
});

/** What one caller has: the order in which places are asked on the first port, and what is said of it. */
const SeenFrom = z.object({
  namespace: z.string(),
  locality: z.string(),
  network: z.string(),
  kind: z.enum(["sidecar", "gateway", "outside"]),
  /** The Node of the caller; "" = not known. */
  node: z.string(),
  /** True where the address names no caller: the default caller. */
  isChosen: z.boolean(),
  parts: z.array(CallerPart),
  answer: z.enum(["yes", "partly", "no", "unknown"]),
  /** The answer as one sentence. */
  sentence: z.string(),
  steps: z.array(z.array(ReachedPlace)),
  /** Further sentences: why in this order, what happens when a place dies, who refuses, what is left out. */
  because: z.array(z.string()),
  /** Which port the order is of; others are told where they differ. */
  port: z.string(),
});

const KindDifference = z.object({
  aspect: z.string(),
  port: z.string(),
  machines: z.array(z.object({ value: z.string(), count: z.number() })),
  pods: z.array(z.object({ value: z.string(), count: z.number() })),
  differs: z.boolean(),
});

const ComparedCount = z.object({ sent: z.number(), leftOut: z.number() });

const HostSubset = z.object({ name: z.string(), labels: z.array(Pair), of: KindCounts });

const PolicyLine = z.object({ kind: z.string(), namespace: z.string(), name: z.string(), says: z.string() });

/** Counts of the machines that a host matches. */
const MachineCounts = z.object({
  taken: z.number(),
  answering: z.number(),
  doubted: z.number(),
  /** Those that do not answer, by why. */
  unhealthy: z.number(),
  awaiting: z.number(),
  draining: z.number(),
  others: z.number(),
  /** Machines that are well and that the caller is not sent: another object has the host name or port; it does not know the host name; no path; a policy. */
  ...{ notOwned: z.number(), hostUnknown: z.number(), unreachable: z.number(), elsewhere: z.number() },
  /** Machines of `doubted` that istiod may send. The API does not show it. */
  depends: z.number(),
  /** Of those that answer, how many no probe watches. */
  notChecked: z.number(),
  weight: z.number(),
});

/** What is known of one host. */
const HostDetail = z.object({
  ...Named.shape,
  cluster: z.string(),
  uid: z.string(),
  resourceVersion: z.string(),
  host: z.string(),
  hosts: z.array(z.string()),
  /** Null = it has none. */
  selector: z.nullable(z.array(Pair)),
  /** `ClusterIP`, `ExternalName`, `headless`, or a ServiceEntry's resolution. */
  type: z.string(),
  isExternal: z.boolean(),
  /** TLS of callers in its own namespace, and the setting behind it, for each port that callers get; null = not known. */
  callersTls: z.nullable(
    z.array(z.object({ port: z.number(), tls: z.enum(["by-endpoint", "mutual", "simple", "plain"]), because: z.enum(CLIENT_TLS_CAUSES) })),
  ),
  /** Certificate names that callers accept; none = they use no TLS, or accept every name. */
  accepted: z.array(z.string()),
  /** True if callers also accept the accounts of machines or Pods that are not visible. */
  acceptsMore: z.boolean(),
  /** Addresses of the host name: in the object, and allocated by istiod to callers with DNS_CAPTURE. */
  virtualAddresses: z.object({ written: z.array(z.string()), allocated: z.array(z.string()) }),
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is written, or it was not recorded. */
  managedBy: z.string(),
  /** The visibility of a ServiceEntry as istiod reports it in its status, in words; "" = it reports none. */
  visibility: z.string(),
  /** True if the mesh has ambient mode, and the counts are those of sidecars. */
  isForSidecars: z.boolean(),
  /** True if it has endpoints in other networks whose gateways are not all visible. */
  hasUnseenPaths: z.boolean(),
  /** Null = these may not be listed. */
  machines: z.nullable(MachineCounts),
  /** `depends`: further Pods that istiod may send. */
  pods: z.nullable(z.object({ taken: z.number(), ready: z.number(), weight: z.number(), depends: z.number() })),
  /** Endpoints that the object writes itself: those that the caller is sent, of `written`. `depends`: further ones that istiod may send. */
  inline: z.object({ count: z.number(), weight: z.number(), written: z.number(), depends: z.number() }),
  /** Addresses of EndpointSlices. `ready`: sent as healthy. `doubted`: not known whether they are sent. */
  addresses: z.nullable(z.object({ taken: z.number(), ready: z.number(), doubted: z.number() })),
  /** 1 where the host name itself is the endpoint. */
  names: z.number(),
  /** Counted endpoints of which callers use another one with the same address and port, by kind. */
  copies: z.object({ machines: z.number(), pods: z.number(), inline: z.number(), addresses: z.number() }),
  /** The object that defines the host name for the caller, as `KIND NAMESPACE/NAME`; null = this one, or none. */
  owner: z.nullable(z.string()),
  /** Machines that matched and were lost within a day, not back: how many, and since when. Null = nobody remembers. */
  vanished: z.nullable(z.object({ count: z.number(), since: z.nullable(z.number()) })),
  ports: z.array(HostPort),
  misses: z.array(HostMiss),
  /** Machines and Pods of its namespace that have the labels of the selector and are left out for good, by the code of the reason; most first. */
  excluded: z.array(z.object({ reason: z.enum(LASTING_REASONS), machines: z.number(), pods: z.number() })),
  missesMore: z.number(),
  claims: z.array(HostClaim),
  isDetermined: z.boolean(),
  subsets: z.array(HostSubset),
  /** Machines and Pods in no subset, where there are subsets. */
  inNoSubset: z.object({ of: KindCounts, names: z.array(z.string()) }),
  routes: z.array(z.object({ namespace: z.string(), name: z.string(), says: z.string() })),
  seenFrom: SeenFrom,
  choices: z.object({ namespaces: z.array(z.string()), localities: z.array(z.string()), networks: z.array(z.string()) }),
  differences: z.array(KindDifference),
  /** The endpoints that are compared, and those that the caller does not get. Null = the service selects none of one kind. */
  compared: z.nullable(z.object({ machines: ComparedCount, pods: ComparedCount })),
  policies: z.array(PolicyLine),
  /** What is not in sight and what may therefore be otherwise, in words. */
  notSeen: z.array(z.string()),
  /** The sources of these sentences, by name. */
  unseen: z.array(z.string()),
  /** What of the mesh's settings is a guess, in words. */
  doubts: z.array(z.string()),
  mode: z.enum(["sidecar", "ambient"]),
});
export type HostDetail = z.infer<typeof HostDetail>;

/** Head of "service". Its rows are EndpointRow. `found` false = no such object in sight; `nearest` are objects of a like name. */
export const HostHead = z.object({
  found: z.boolean(),
  nearest: z.array(Named),
  /** Why it cannot be read, or null. */
  unreadable: z.nullable(z.string()),
  detail: z.nullable(HostDetail),
  total: z.number(),
  matched: z.number(),
});
export type HostHead = z.infer<typeof HostHead>;
