import type { LabelSet } from "@/lib/domain/object/label-set";
import type { ObjectMetadata } from "./objects";

/** The fields of `localityLbSetting` (docs/istio.md#failover). `distribute` null = not set. */
export interface LocalityBalancing {
  readonly isEnabled: boolean;
  readonly distribute: readonly { readonly from: string; readonly to: readonly (readonly [locality: string, weight: number])[] }[] | null;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly failoverPriority: readonly string[];
}

/** The fields of `zoneAwareLbSetting` (docs/istio.md#locality-modes). */
export interface ZoneAwareBalancing {
  readonly isEnabled: boolean;
  readonly failover: readonly { readonly from: string; readonly to: string }[];
  readonly failoverPriority: readonly string[];
}

/** The settings of a traffic policy that decide which endpoints callers use; null = not set. */
export interface TrafficPolicySettings {
  /** The value of `tls.mode`. */
  readonly tls: string | null;
  /** The identities in `tls.subjectAltNames`; absent = none. */
  readonly accepts?: readonly string[] | undefined;
  readonly outlier: { readonly minHealthPercent: number; readonly maxEjectionPercent: number | null } | null;
  readonly balancer: Balancer | null;
}

interface Balancer {
  readonly simple: string;
  /** True if `consistentHash` is set; absent = not set. */
  readonly isHashing?: boolean;
  readonly locality: LocalityBalancing | null;
  readonly zoneAware: ZoneAwareBalancing | null;
}

/** A traffic policy: the general part, and complete policies for single ports of the service. */
export interface TrafficPolicy extends TrafficPolicySettings {
  readonly ports: readonly (TrafficPolicySettings & { readonly port: number })[];
}

/** A named subset of a DestinationRule. Its labels choose the endpoints. */
export interface Subset {
  readonly name: string;
  readonly labels: LabelSet;
  readonly policy: TrafficPolicy | null;
}

/** The fields of a DestinationRule that decide the endpoints, their order and TLS (docs/istio.md#mtls-mark, #subsets, #locality-modes). */
export interface DestinationRule extends ObjectMetadata {
  readonly host: string;
  readonly policy: TrafficPolicy | null;
  readonly subsets: readonly Subset[];
  readonly exportTo: readonly string[];
  /** The labels of the callers to which the rule applies (`workloadSelector`); null = all callers. */
  readonly callers: LabelSet | null;
}

/** One egress listener of a Sidecar. `port` null = all ports. `hosts`: the imported hosts as `namespace/name`. */
export interface Egress {
  readonly port: number | null;
  readonly protocol: string;
  readonly hosts: readonly string[];
}

/**
 * A Sidecar: limits the services that workloads of its namespace know (docs/istio.md#sidecars). `callers`: the labels of these workloads; null = all
 * of the namespace.
 */
export interface Sidecar extends ObjectMetadata {
  readonly callers: LabelSet | null;
  readonly egress: readonly Egress[];
}

/**
 * A PeerAuthentication: the TLS mode that the sidecars of workloads accept (docs/istio.md#tls-conflicts). `mode` null or "UNSET" = the next wider
 * policy decides.
 */
export interface PeerAuthentication extends ObjectMetadata {
  readonly selector: LabelSet;
  readonly mode: string | null;
  readonly ports: readonly (readonly [port: number, mode: string | null])[];
}

/**
 * A VirtualService: the destinations of requests for its hosts. In a destination, `port` null = any port, and `sources` empty = requests from every
 * namespace.
 */
export interface VirtualService extends ObjectMetadata {
  readonly hosts: readonly string[];
  readonly gateways: readonly string[];
  readonly exportTo: readonly string[];
  readonly destinations: readonly RouteDestination[];
}

/**
 * A destination of a VirtualService. `share`: the part of its route's requests that the weight gives it, 0 to 1. 0 = a mirror, no weight, or not
 * recorded.
 */
export interface RouteDestination {
  readonly host: string;
  readonly port: number | null;
  readonly subset: string;
  readonly sources: readonly string[];
  readonly share?: number;
}

/** An object that a policy names in place of a label selector: a Gateway, a Service, a ServiceEntry … */
interface TargetRef {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** The fields of an AuthorizationPolicy that decide which workloads it matches. Its rules are not read. */
export interface AuthorizationPolicy extends ObjectMetadata {
  /** The labels that its workloads must have. Empty = all workloads of its namespace, or of the mesh if it is in the root namespace. */
  readonly selector: LabelSet;
  /** The objects in its `targetRefs`. With any, the policy matches only these, and the selector is empty. */
  readonly targets: readonly TargetRef[];
  /** The action of the policy; "ALLOW" if not written. */
  readonly action: string;
  /** The number of its rules. Without a rule, ALLOW permits no request, and DENY and AUDIT have no effect. */
  readonly rules: number;
}
