import { formatServiceQuery, parseServiceQuery } from "@/lib/contract/url/service-query";
import type { EndpointTlsCause, GatewayBlocker, PortTlsCause } from "@/lib/domain/selection/mutual-tls";
import type { LastingExclusionReason } from "@/lib/domain/selection/reasons";
import type { MatchedMachineCounts } from "@/lib/domain/statements/service";
import type { State } from "@/lib/domain/verdict/verdict";
import type { ViewDeclaration } from "./view-declaration";

/** Endpoints by kind. `names`: host names that callers resolve by DNS, without another endpoint. `addresses`: from EndpointSlices. */
interface KindCounts {
  readonly machines: number;
  readonly pods: number;
  readonly inline: number;
  readonly names: number;
  readonly addresses: number;
}

interface Pair {
  readonly key: string;
  readonly value: string;
}

interface Named {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

/** One endpoint of a service, or a selected machine or Pod that callers do not get now. */
export interface EndpointRow {
  /** `KIND/UID`, `address/ADDRESS`, `inline/INDEX`, or `name`. */
  readonly id: string;
  readonly cluster: string;
  /** `name`: the host name itself, which callers resolve by DNS. `address`: from an EndpointSlice. */
  readonly kind: "machine" | "pod" | "address" | "inline" | "name";
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** The state of a machine; null for other kinds. */
  readonly state: State | null;
  readonly vouched: boolean;
  readonly connectionWhy: string;
  /** `yes`: callers get it. `doubt`: callers get it, but it is unverified. `draining`, `awaiting`: not sent, but not failed. */
  readonly answers: "yes" | "doubt" | "awaiting" | "draining" | "no";
  /** True if the endpoint is healthy, but the caller does not get it. The reason is the host name, the network or a policy. */
  readonly isLeftOut: boolean;
  /** The reason why callers do not get it, or the endpoint used instead; "" = they get it. It may contain untrusted text of an object. */
  readonly why: string;
  readonly address: string;
  /** The port number for each port of the head, in order; 0 = a socket, null = callers do not get it on this port. */
  readonly ports: readonly (number | null)[];
  /** For each of these ports, the reason as a sentence if callers do not get it; "" if they do, or if it has no such port. */
  readonly portsWhy: readonly string[];
  readonly locality: string;
  /** False for a Pod whose Node is not visible. */
  readonly isPlaced: boolean;
  readonly network: string;
  readonly weight: number;
  /** TLS of a caller in an allowed namespace, on the first port that callers get; "" = not known. `isTlsRefused`: the endpoint's sidecar refuses a port. */
  readonly tls: "mutual" | "plain" | "simple" | "";
  readonly isRefused: boolean;
  /** TLS on each port that callers get, by the port number of the object. Empty if all ports have the same. */
  readonly tlsByPort: readonly {
    readonly port: number;
    readonly tls: "mutual" | "plain" | "simple";
    readonly isRefused: boolean;
    readonly tlsCause: EndpointTlsCause;
    readonly gatewayClosed: GatewayBlocker | null;
  }[];
  /** The setting behind `tls`, and the reason why an east-west gateway passes no calls to it. Null = not known, or a gateway passes them. */
  readonly tlsCause: EndpointTlsCause | null;
  readonly gatewayClosed: GatewayBlocker | null;
  readonly version: string;
}

/** Endpoints with the same target port; `port` null = they have no such port. `because` is text. */
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

/** Machines or Pods that the selector does not match, all for the same reason: the first one, and their number. */
interface HostMiss {
  readonly kind: "machine" | "pod";
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly count: number;
  /** Each reason with the edit that removes it, as text. */
  readonly refusals: readonly { readonly reason: string; readonly change: string }[];
}

/** Another object that defines the host name, and its effect for the caller. */
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

/** One part of the caller. `isRead` false: its data could not be read, so that "" does not mean "none". `because` is text. */
interface CallerPart {
  readonly part: "namespace" | "locality" | "network";
  readonly basis: "known" | "assumed";
  readonly isRead: boolean;
  readonly because: string;
}

/** The service as one caller gets it. `steps`: its localities on one port, in the order of their priority. */
interface SeenFrom {
  readonly namespace: string;
  readonly locality: string;
  readonly network: string;
  readonly kind: "sidecar" | "gateway" | "outside";
  /** The Node of the caller; "" = not known. */
  readonly node: string;
  /** True for the default caller: the URL names none. */
  readonly isChosen: boolean;
  readonly parts: readonly CallerPart[];
  readonly answer: "yes" | "partly" | "no" | "unknown";
  /** The answer as one sentence. */
  readonly sentence: string;
  readonly steps: readonly (readonly ReachedPlace[])[];
  /** Further sentences: the reason for the order, the effect of a lost locality, endpoints that refuse calls, and endpoints left out. */
  readonly because: readonly string[];
  /** The port of `steps`. Ports with another order have a sentence. */
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

/** Counts of the machines that a service selects. */
interface MachineCounts extends MatchedMachineCounts {
  /** Endpoints among them without a health check. */
  readonly notChecked: number;
  readonly weight: number;
}

/** One service by its host name, for one caller. */
export interface ServiceDetail extends Named {
  readonly cluster: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly host: string;
  readonly hosts: readonly string[];
  /** Null = it has no selector. */
  readonly selector: readonly Pair[] | null;
  /** `ClusterIP`, `ExternalName`, `headless`, or a ServiceEntry's resolution. */
  readonly type: string;
  readonly isExternal: boolean;
  /** TLS of callers in its own namespace for each port that they get, with the setting behind it; null = not known. */
  readonly callersTls: readonly { readonly port: number; readonly tls: "by-endpoint" | "mutual" | "simple" | "plain"; readonly because: PortTlsCause }[] | null;
  /** Certificate names that callers accept. Empty = they use no TLS, or accept every name. */
  readonly accepted: readonly string[];
  /** True if callers also accept the accounts of machines or Pods that are not visible. */
  readonly acceptsMore: boolean;
  /** Addresses of the host name: in the object, and allocated by istiod to callers with DNS_CAPTURE. */
  readonly virtualAddresses: { readonly written: readonly string[]; readonly allocated: readonly string[] };
  /** The object that owns it ("Deployment sync"), else the tool that manages it; "" = neither is set, or it was not recorded. */
  readonly managedBy: string;
  /** The visibility of a ServiceEntry as text, from the status that istiod writes; "" = none. */
  readonly visibility: string;
  /** True if the mesh has ambient mode, and the counts are those of sidecars. */
  readonly isForSidecars: boolean;
  /** True if it has endpoints in other networks whose gateways are not all visible. */
  readonly hasUnseenPaths: boolean;
  /** Null = these may not be listed. */
  readonly machines: MachineCounts | null;
  /** `depends`: further Pods that istiod may send as endpoints. */
  readonly pods: { readonly taken: number; readonly ready: number; readonly weight: number; readonly depends: number } | null;
  /** Endpoints in the object itself: `count` of `written` reach the caller. `depends`: further ones that istiod may send. */
  readonly inline: { readonly count: number; readonly weight: number; readonly written: number; readonly depends: number };
  /** Addresses from EndpointSlices. `ready`: sent as healthy. `doubted`: may or may not be sent. */
  readonly addresses: { readonly taken: number; readonly ready: number; readonly doubted: number } | null;
  /** 1 if the host name itself is the endpoint. */
  readonly names: number;
  /** Endpoints of each kind that are counted, but replaced for callers by another one with the same address and port. */
  readonly copies: { readonly machines: number; readonly pods: number; readonly inline: number; readonly addresses: number };
  /** The object that defines the host name for the caller, as `KIND NAMESPACE/NAME`; null = this one, or none. */
  readonly owner: string | null;
  /** Lost machines of the last day that are still missing: their number, and the time of the first loss. Null = no visible group has such machines. */
  readonly vanished: { readonly count: number; readonly since: number | null } | null;
  readonly ports: readonly HostPort[];
  readonly misses: readonly HostMiss[];
  /** Machines and Pods of its namespace that match the selector and are still permanently left out, by reason code. The largest count is first. */
  readonly excluded: readonly { readonly reason: LastingExclusionReason; readonly machines: number; readonly pods: number }[];
  readonly missesMore: number;
  readonly claims: readonly HostClaim[];
  readonly isDetermined: boolean;
  readonly subsets: readonly HostSubset[];
  /** Machines and Pods in no subset, if subsets exist. */
  readonly inNoSubset: { readonly of: KindCounts; readonly names: readonly string[] };
  readonly routes: readonly { readonly namespace: string; readonly name: string; readonly says: string }[];
  readonly seenFrom: SeenFrom;
  readonly choices: { readonly namespaces: readonly string[]; readonly localities: readonly string[]; readonly networks: readonly string[] };
  readonly differences: readonly KindDifference[];
  /** Endpoints that `differences` compares, and those that the caller does not get. Null = the service selects no machines or no Pods. */
  readonly compared: { readonly machines: ComparedCount; readonly pods: ComparedCount } | null;
  readonly policies: readonly PolicyLine[];
  /** Sentences about objects that are not visible, and their possible effect. */
  readonly notSeen: readonly string[];
  /** The sources of these sentences, by name. */
  readonly unseen: readonly string[];
  /** Sentences about mesh settings that are assumed. */
  readonly doubts: readonly string[];
  readonly mode: "sidecar" | "ambient";
}

/** Head of "service". Its rows are EndpointRow. `found` false = no such object is visible. `nearest`: objects with similar names. */
export interface ServiceHead {
  readonly found: boolean;
  readonly nearest: readonly Named[];
  /** The reason why the object cannot be read, or null. */
  readonly unreadable: string | null;
  readonly detail: ServiceDetail | null;
  readonly total: number;
  readonly matched: number;
}

/** An endpoint that ends between count and row has no row. So no field of the head counts the rows. */
export const SERVICE_VIEW: ViewDeclaration<ServiceHead, EndpointRow> = { canonicalQuery, cost: 150, rows: "window" };

function canonicalQuery(query: string): string {
  const parsed = parseServiceQuery(query);
  return parsed === null ? query : formatServiceQuery(parsed);
}
