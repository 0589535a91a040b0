import type { LabelSet } from "@/lib/domain/object/label-set";
import type { Described } from "./objects";

/** `localityLbSetting` (docs/istio.md#failover); `distribute` null = not set. */
export interface LocalityBalancing {
  readonly isEnabled: boolean;
  readonly distribute: readonly { readonly from: string; readonly to: readonly (readonly [locality: string, weight: number])[] }[] | null;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly failoverPriority: readonly string[];
}

/** `zoneAwareLbSetting` (docs/istio.md#locality-modes). */
export interface ZoneAwareBalancing {
  readonly isEnabled: boolean;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly failoverPriority: readonly string[];
}

/** What a traffic policy says about choosing endpoints; null = it does not say. */
export interface PolicyPart {
  /** `tls.mode`. */
  readonly tls: string | null;
  /** `tls.subjectAltNames`; absent = none. */
  readonly accepts?: readonly string[] | undefined;
  readonly outlier: { readonly minHealthPercent: number; readonly maxEjectionPercent: number | null } | null;
  readonly balancer: Balancer | null;
}

interface Balancer {
  readonly simple: string;
  /** True if `consistentHash` is set; undefined = it is not. */
  readonly isHashing?: boolean;
  readonly locality: LocalityBalancing | null;
  readonly zoneAware: ZoneAwareBalancing | null;
}

/** A traffic policy: the general part, and whole other ones for single ports of the service. */
export interface TrafficPolicy extends PolicyPart {
  readonly ports: readonly (PolicyPart & { readonly port: number })[];
}

export interface Subset {
  readonly name: string;
  readonly labels: LabelSet;
  readonly policy: TrafficPolicy | null;
}

/** A DestinationRule, as far as it decides who answers and how (docs/istio.md#mtls-mark, #subsets, #locality-modes). */
export interface DestinationRule extends Described {
  readonly host: string;
  readonly policy: TrafficPolicy | null;
  readonly subsets: readonly Subset[];
  readonly exportTo: readonly string[];
  /** Selects callers, not endpoints; null = all. */
  readonly callers: LabelSet | null;
}

/** One egress listener of a Sidecar: `port` null = all ports; hosts as `namespace/name`. */
export interface Egress {
  readonly port: number | null;
  readonly protocol: string;
  readonly hosts: readonly string[];
}

/** A Sidecar: which hosts its callers know (docs/istio.md#sidecars). `callers` null = all of its namespace. */
export interface Sidecar extends Described {
  readonly callers: LabelSet | null;
  readonly egress: readonly Egress[];
}

/** A PeerAuthentication: what the sidecar of a machine takes (docs/istio.md#tls-conflicts). Mode null or UNSET = as the next wider one says. */
export interface PeerAuthentication extends Described {
  readonly selector: LabelSet;
  readonly mode: string | null;
  readonly ports: readonly (readonly [port: number, mode: string | null])[];
}

/** A VirtualService: where requests for its hosts are sent; `port` null = any, `sources` empty = from every namespace. */
export interface VirtualService extends Described {
  readonly hosts: readonly string[];
  readonly gateways: readonly string[];
  readonly exportTo: readonly string[];
  readonly destinations: readonly RouteDestination[];
}

/** A destination of a VirtualService. `share`: its part of the requests of its route by weight, 0 to 1. 0 = a mirror, no weight, or not recorded. */
export interface RouteDestination {
  readonly host: string;
  readonly port: number | null;
  readonly subset: string;
  readonly sources: readonly string[];
  readonly share?: number;
}

/** An object that a policy names instead of choosing by labels: a Gateway, a Service, a ServiceEntry … */
interface TargetRef {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** An AuthorizationPolicy, as far as it says which workloads it touches: what it allows is not read. */
export interface AuthorizationPolicy extends Described {
  /** Empty = all workloads of its namespace, or, in the root namespace, of the mesh. */
  readonly selector: LabelSet;
  /** Where there are some, it touches those alone, and the selector is empty. */
  readonly targets: readonly TargetRef[];
  /** `ALLOW` where it is not written. */
  readonly action: string;
  /** How many rules it has: with none, ALLOW lets nobody in, and DENY and AUDIT do nothing. */
  readonly rules: number;
}
