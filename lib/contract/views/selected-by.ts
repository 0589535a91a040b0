import { encodeSegment } from "@/lib/contract/url/paths";
import type { UncertainSetting } from "@/lib/domain/mesh/mesh-settings";
import type { EndpointStatus, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import type { CallerLocation } from "@/lib/domain/selection/default-caller";
import type { MismatchWithFix } from "@/lib/domain/selection/nearest-misses";
import type { ServicePortOnMachine } from "@/lib/domain/selection/ownership";
import type { PolicyLevel } from "@/lib/domain/selection/policies-on";
import type { ExclusionReason } from "@/lib/domain/selection/reasons";
import { keepQueryKeys, type ViewDeclaration } from "./view-declaration";

/** The kinds of objects that the view "selected-by" explains. */
export const SELECTED_SUBJECTS = ["entry", "group"] as const;
export type SelectedSubject = (typeof SELECTED_SUBJECTS)[number];

/** Returns the query of the view "selected-by". Without a uid it is about the newest entry of the name. */
export function selectedByQuery(of: SelectedSubject, { cluster, namespace, name }: { cluster: string; namespace: string; name: string }, uid = ""): string {
  const named = `of=${of}&cluster=${encodeSegment(cluster)}&ns=${encodeSegment(namespace)}&name=${encodeSegment(name)}`;
  return uid === "" ? named : `${named}&uid=${encodeSegment(uid)}`;
}

/** A reference to a Service or a ServiceEntry. */
export interface ServiceReference {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

/** The visibility of the objects that can select a machine, for the viewer and this server. False = the result may be incomplete. */
export interface SelectionCompleteness {
  /** Services, and ServiceEntries, of its namespace. */
  readonly services: boolean;
  readonly serviceEntries: boolean;
  /** Both in all namespaces: another object there may define the same host name. */
  readonly elsewhere: boolean;
  /** DestinationRules and PeerAuthentications that decide the TLS of its callers. */
  readonly tls: boolean;
  /** The plural names of policies that are not, or only partly, visible. */
  readonly policies: readonly string[];
  /** True if the mesh has ambient mode: endpoints are those of callers with a sidecar. */
  readonly isForSidecars: boolean;
  /** Settings of istiod or its mesh that the result depends on and that are assumed, with the source. */
  readonly doubts: readonly UncertainSetting[];
}

/** One service that selects a machine. */
export interface SelectingService {
  readonly selector: ServiceReference;
  readonly host: string;
  /** True if the object has several host names. */
  readonly isOneOfSeveral: boolean;
  /** The caller of `ports`. */
  readonly caller: CallerLocation;
  /** The machine as the caller gets it, on each port. The TLS of callers is left out if `sight.tls` is false. */
  readonly ports: readonly (ServicePortOnMachine & { readonly status: EndpointStatus; readonly onOtherPort: SentOnOtherPort | null })[];
  /** The reasons why callers of the service do not get the machine now; empty = they get it. */
  readonly against: readonly ExclusionReason[];
  /** Other objects that define the same host name. */
  readonly rivals: readonly ServiceReference[];
}

/** The service that nearly selects a machine, with the reasons why it does not. */
export interface NearestMiss {
  readonly selector: ServiceReference;
  readonly host: string;
  readonly refusals: readonly MismatchWithFix[];
}

/** The effect of a policy on a machine. */
export type PolicyEffect =
  | { readonly what: "authorizes"; readonly action: string; readonly rules: number }
  /** The mTLS mode of its sidecar. Empty = the policy does not set it. `decides` false: a narrower or older policy already sets it. */
  | { readonly what: "takes"; readonly mode: string; readonly ports: readonly { readonly port: number; readonly mode: string }[]; readonly decides: boolean }
  /** The hosts that it can call, as `namespace/host`. Empty = all that are exported to it. */
  | { readonly what: "knows"; readonly hosts: readonly string[] }
  /** Calls to one of its services. Empty = not set. `subsets`: its subsets, of `subsetCount`. `ejects`: callers eject failing endpoints. */
  | {
      readonly what: "calls";
      readonly host: string;
      readonly tls: string;
      readonly subsets: readonly string[];
      readonly subsetCount: number;
      readonly ejects: boolean;
    };

/** One policy that applies to a machine. */
export interface AppliedPolicy {
  readonly resource: "authorizationpolicies" | "peerauthentications" | "sidecars" | "destinationrules";
  readonly namespace: string;
  readonly name: string;
  readonly by: PolicyLevel | "host";
  readonly deed: PolicyEffect;
}

/** The policies of a machine or of a group's machines, and the labels that they match. */
export interface AppliedPolicies {
  readonly lines: readonly AppliedPolicy[];
  /** The ServiceEntry through which the labels of its entry count; null = only the labels of its bundle count (docs/istio.md#policy-labels). */
  readonly labelsBy: { readonly namespace: string; readonly name: string } | null;
  /** The source of the bundle's labels, which no object in the mesh contains: assumed from its group, or not known. */
  readonly bundle: "group" | "unknown";
  /** The number of policies in its namespace that may or may not select it: the deciding labels are not known. */
  readonly undecided: number;
}

/** The services and policies of one entry. */
export interface EntrySelection {
  readonly hosts: readonly SelectingService[];
  /** The number of all. `hosts` is cut if one object has very many. */
  readonly hostsTotal: number;
  /** The number of different host names: several objects can have the same one. */
  readonly hostNames: number;
  /** The number of objects that select it: one object can have several host names. */
  readonly objects: number;
  readonly nearest: NearestMiss | null;
  /** Objects with an inline endpoint of the same network and address. Their callers get it whatever the state of the entry. */
  readonly writtenIn: readonly { readonly selector: ServiceReference; readonly host: string }[];
  readonly policies: AppliedPolicies;
}

/** A service that selects machines of a group. */
export interface ServiceOfGroup {
  readonly selector: ServiceReference;
  readonly hosts: readonly string[];
  /** The number of the group's machines that it selects. */
  readonly takes: number;
  /** The reasons why it does not select machines made from the group's template; empty = it does. Null = the template is not visible. */
  readonly template: readonly MismatchWithFix[] | null;
  /** All machines that it selects, of any group; null = not visible. */
  readonly machines: {
    readonly taken: number;
    readonly serving: number;
    readonly inDoubt: number;
    /** Machines that callers do not get, without a failure: drained, or not probed yet. */
    readonly aside: number;
    /** Healthy machines that the default caller does not get. The reason is another object, an unknown host name, no path, or `distribute`. */
    readonly notReached: number;
    /** Machines that callers get without a health check, as a part of `serving`. */
    readonly notChecked: number;
  } | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  readonly inline: number;
  /** 1 if callers resolve the host name itself. */
  readonly names: number;
  /** Healthy addresses from EndpointSlices; null = not visible. */
  readonly addresses: number | null;
  /** Zones of the selected and healthy machines ("none" = not set), the largest first. Null = not visible, or not computed. */
  readonly zones: readonly { readonly zone: string; readonly serving: number }[] | null;
  /** True if callers eject endpoints that fail. Null = not visible. */
  readonly ejects: boolean | null;
}

/** Machines of a group that no service selects, all with the same nearest miss. */
export interface UnselectedByNearestMiss {
  readonly count: number;
  /** The names of the first ones. */
  readonly names: readonly string[];
  readonly nearest: NearestMiss | null;
}

/** The services and policies of a group's machines. */
export interface GroupSelection {
  /** The number of machines that were checked; null = not visible. */
  readonly machines: number | null;
  readonly hosts: readonly ServiceOfGroup[];
  readonly untaken: number;
  readonly untakenBy: readonly UnselectedByNearestMiss[];
  /** The policies of machines made from the template; null = the template is not visible. */
  readonly policies: AppliedPolicies | null;
}

/** Head of "selected-by". No rows. */
export interface SelectedByHead {
  /** False = no such entry or group is visible. */
  readonly found: boolean;
  readonly sight: SelectionCompleteness | null;
  readonly entry: EntrySelection | null;
  readonly group: GroupSelection | null;
}

export const SELECTED_BY_VIEW: ViewDeclaration<SelectedByHead> = {
  canonicalQuery: (query) => keepQueryKeys(query, "of", "cluster", "ns", "name", "uid"),
  cost: 50,
  rows: "none",
};
