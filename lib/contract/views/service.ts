import type { ClientTlsCause, GatewayClosed, TlsCause } from "@/lib/domain/selection/mutual-tls";
import type { LastingReason } from "@/lib/domain/selection/reasons";
import type { MatchedMachines } from "@/lib/domain/statements/service";
import type { State } from "@/lib/domain/verdict/verdict";

/** `names`: host names that callers resolve by DNS, without another endpoint. `addresses`: of EndpointSlices. */
interface KindCounts {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
  readonly names: number;
  readonly addresses: number;
}

/** A label or another pair. */
interface Pair {
  readonly key: string;
  readonly value: string;
}

/** Whatever is named by kind, namespace and name. */
interface Named {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

/** One endpoint of a host, or a machine or Pod that it matches and that does not answer just now. */
export interface EndpointRow {
  /** `KIND/UID`, `address/ADDRESS`, `inline/INDEX`, or `name`. */
  readonly id: string;
  readonly cluster: string;
  /** `name`: the host name itself, which callers resolve by DNS. `address`: of an EndpointSlice. */
  readonly kind: "machine" | "pod" | "address" | "inline" | "name";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** Of a machine its state; a Pod and an inline endpoint have none. */
  readonly state: State | null;
  readonly vouched: boolean;
  readonly connectionWhy: string;
  /** Is it sent to callers? `doubt`: yes, though nobody can vouch for it. `draining`, `awaiting`: no, and nobody misses it. */
  readonly answers: "yes" | "doubt" | "awaiting" | "draining" | "no";
  /** True if the endpoint itself is well, and the caller is not sent it: for a reason of the host name, the network or a policy. */
  readonly isLeftOut: boolean;
  /** Why it does not answer, or the endpoint that callers use in its place, in words; "" where it does. A stranger's text may stand in it. */
  readonly why: string;
  readonly address: string;
  /** In the order of the head's ports: a number, 0 = a socket, null = callers are not sent it on this port. */
  readonly ports: readonly (number | null)[];
  /** For each of these ports, the reason if callers are not sent it, as a sentence; "" if they are, or if it has no such port. */
  readonly portsWhy: readonly string[];
  readonly locality: string;
  /** False for a Pod whose Node is not visible. */
  readonly isPlaced: boolean;
  readonly network: string;
  readonly weight: number;
  /** TLS of a caller in a namespace that may call, on the first port that is sent, and whether its sidecar refuses a port; "" = not known. */
  readonly tls: "mutual" | "plain" | "simple" | "";
  readonly isRefused: boolean;
  /** TLS on each port that is sent, by the number of the object's port. Empty if all ports have the same. */
  readonly tlsByPort: readonly {
    readonly port: number;
    readonly tls: "mutual" | "plain" | "simple";
    readonly isRefused: boolean;
    readonly tlsCause: TlsCause;
    readonly gatewayClosed: GatewayClosed | null;
  }[];
  /** The setting behind `tls`, and why an east-west gateway passes no call to it; null = not known, or a gateway passes them. */
  readonly tlsCause: TlsCause | null;
  readonly gatewayClosed: GatewayClosed | null;
  readonly version: string;
}

/** Where one port ends: `port` null = these have none. `because` in words. */
interface PortGroup {
  readonly port: number | null;
  readonly of: KindCounts;
  readonly version: string;
  readonly because: string;
}

interface HostPort {
  readonly name: string;
  readonly number: number;
  readonly protocol: string;
  readonly groups: readonly PortGroup[];
}

/** Machines (or Pods) that the selector does not take, for one and the same reason: the first of them, and how many they are. */
interface HostMiss {
  readonly kind: "machine" | "pod";
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly count: number;
  /** Each reason with the edit that takes it away, in words. */
  readonly refusals: readonly { readonly reason: string; readonly change: string }[];
}

/** Another object that has the host, and what it is to the caller. */
interface HostClaim extends Named {
  readonly outcome: string;
  readonly isOwn: boolean;
  readonly says: string;
}

interface ReachedPlace {
  readonly locality: string;
  readonly of: KindCounts;
  readonly gateways: readonly string[];
  readonly behindGateways: KindCounts;
  /** 0 to 1; null = not known. */
  readonly share: number | null;
}

/** One part of the caller. `isRead` false: the data for it could not be read, so that "" does not mean "none". `because` in words. */
interface CallerPart {
  readonly part: "namespace" | "locality" | "network";
  readonly basis: "known" | "assumed";
  readonly isRead: boolean;
  readonly because: string;
}

/** What one caller has: the order in which places are asked on the first port, and what is said of it. */
interface SeenFrom {
  readonly namespace: string;
  readonly locality: string;
  readonly network: string;
  readonly kind: "sidecar" | "gateway" | "outside";
  /** The Node of the caller; "" = not known. */
  readonly node: string;
  /** True where the address names no caller: the default caller. */
  readonly isChosen: boolean;
  readonly parts: readonly CallerPart[];
  readonly answer: "yes" | "partly" | "no" | "unknown";
  /** The answer as one sentence. */
  readonly sentence: string;
  readonly steps: readonly (readonly ReachedPlace[])[];
  /** Further sentences: why in this order, what happens when a place dies, who refuses, what is left out. */
  readonly because: readonly string[];
  /** Which port the order is of; others are told where they differ. */
  readonly port: string;
}

interface KindDifference {
  readonly aspect: string;
  readonly port: string;
  readonly machines: readonly { readonly value: string; readonly count: number }[];
  readonly pods: readonly { readonly value: string; readonly count: number }[];
  readonly differs: boolean;
}

interface ComparedCount {
  readonly sent: number;
  readonly leftOut: number;
}

interface HostSubset {
  readonly name: string;
  readonly labels: readonly Pair[];
  readonly of: KindCounts;
}

interface PolicyLine {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly says: string;
}

/** Counts of the machines that a host matches. */
interface MachineCounts extends MatchedMachines {
  /** Of those that answer, how many no probe watches. */
  readonly notChecked: number;
  readonly weight: number;
}

/** What is known of one host. */
export interface ServiceDetail extends Named {
  readonly cluster: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly host: string;
  readonly hosts: readonly string[];
  /** Null = it has none. */
  readonly selector: readonly Pair[] | null;
  /** `ClusterIP`, `ExternalName`, `headless`, or a ServiceEntry's resolution. */
  readonly type: string;
  readonly isExternal: boolean;
  /** TLS of callers in its own namespace, and the setting behind it, for each port that callers get; null = not known. */
  readonly callersTls:
    | readonly { readonly port: number; readonly tls: "by-endpoint" | "mutual" | "simple" | "plain"; readonly because: ClientTlsCause }[]
    | null;
  /** Certificate names that callers accept; none = they use no TLS, or accept every name. */
  readonly accepted: readonly string[];
  /** True if callers also accept the accounts of machines or Pods that are not visible. */
  readonly acceptsMore: boolean;
  /** Addresses of the host name: in the object, and allocated by istiod to callers with DNS_CAPTURE. */
  readonly virtualAddresses: { readonly written: readonly string[]; readonly allocated: readonly string[] };
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is written, or it was not recorded. */
  readonly managedBy: string;
  /** The visibility of a ServiceEntry as istiod reports it in its status, in words; "" = it reports none. */
  readonly visibility: string;
  /** True if the mesh has ambient mode, and the counts are those of sidecars. */
  readonly isForSidecars: boolean;
  /** True if it has endpoints in other networks whose gateways are not all visible. */
  readonly hasUnseenPaths: boolean;
  /** Null = these may not be listed. */
  readonly machines: MachineCounts | null;
  /** `depends`: further Pods that istiod may send. */
  readonly pods: { readonly taken: number; readonly ready: number; readonly weight: number; readonly depends: number } | null;
  /** Endpoints that the object writes itself: those that the caller is sent, of `written`. `depends`: further ones that istiod may send. */
  readonly inline: { readonly count: number; readonly weight: number; readonly written: number; readonly depends: number };
  /** Addresses of EndpointSlices. `ready`: sent as healthy. `doubted`: not known whether they are sent. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** 1 where the host name itself is the endpoint. */
  readonly names: number;
  /** Counted endpoints of which callers use another one with the same address and port, by kind. */
  readonly copies: { readonly machines: number; readonly pods: number; readonly inline: number; readonly addresses: number };
  /** The object that defines the host name for the caller, as `KIND NAMESPACE/NAME`; null = this one, or none. */
  readonly owner: string | null;
  /** Machines that matched and were lost within a day, not back: how many, and since when. Null = nobody remembers. */
  readonly vanished: { readonly count: number; readonly since: number | null } | null;
  readonly ports: readonly HostPort[];
  readonly misses: readonly HostMiss[];
  /** Machines and Pods of its namespace that have the labels of the selector and are left out for good, by the code of the reason; most first. */
  readonly excluded: readonly { readonly reason: LastingReason; readonly machines: number; readonly pods: number }[];
  readonly missesMore: number;
  readonly claims: readonly HostClaim[];
  readonly isDetermined: boolean;
  readonly subsets: readonly HostSubset[];
  /** Machines and Pods in no subset, where there are subsets. */
  readonly inNoSubset: { readonly of: KindCounts; readonly names: readonly string[] };
  readonly routes: readonly { readonly namespace: string; readonly name: string; readonly says: string }[];
  readonly seenFrom: SeenFrom;
  readonly choices: { readonly namespaces: readonly string[]; readonly localities: readonly string[]; readonly networks: readonly string[] };
  readonly differences: readonly KindDifference[];
  /** The endpoints that are compared, and those that the caller does not get. Null = the service selects none of one kind. */
  readonly compared: { readonly machines: ComparedCount; readonly pods: ComparedCount } | null;
  readonly policies: readonly PolicyLine[];
  /** What is not in sight and what may therefore be otherwise, in words. */
  readonly notSeen: readonly string[];
  /** The sources of these sentences, by name. */
  readonly unseen: readonly string[];
  /** What of the mesh's settings is a guess, in words. */
  readonly doubts: readonly string[];
  readonly mode: "sidecar" | "ambient";
}

/** Head of "service". Its rows are EndpointRow. `found` false = no such object in sight; `nearest` are objects of a like name. */
export interface ServiceHead {
  readonly found: boolean;
  readonly nearest: readonly Named[];
  /** Why it cannot be read, or null. */
  readonly unreadable: string | null;
  readonly detail: ServiceDetail | null;
  readonly total: number;
  readonly matched: number;
}
