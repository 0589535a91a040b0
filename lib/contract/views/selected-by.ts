import { encoded } from "@/lib/contract/url/paths";
import type { Doubt } from "@/lib/domain/mesh/mesh-settings";
import type { EndpointStatus, SentOnOtherPort } from "@/lib/domain/selection/caller-service";
import type { CallerPlace } from "@/lib/domain/selection/default-caller";
import type { Refusal } from "@/lib/domain/selection/nearest-misses";
import type { ContestedPort } from "@/lib/domain/selection/ownership";
import type { PolicyReach } from "@/lib/domain/selection/policies-on";
import type { Reason } from "@/lib/domain/selection/reasons";

/** What the view "selected-by" is asked about. */
export const SELECTED_SUBJECTS = ["entry", "group"] as const;
export type SelectedSubject = (typeof SELECTED_SUBJECTS)[number];

/** The query of the view "selected-by". Without a uid, an entry is the newest incarnation of its name. */
export function selectedByQuery(of: SelectedSubject, { cluster, namespace, name }: { cluster: string; namespace: string; name: string }, uid = ""): string {
  const named = `of=${of}&cluster=${encoded(cluster)}&ns=${encoded(namespace)}&name=${encoded(name)}`;
  return uid === "" ? named : `${named}&uid=${encoded(uid)}`;
}

/** A Service or a ServiceEntry by its name. */
export interface SelectorName {
  readonly kind: "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
}

/** What the viewer, and this server, sees of what would select a machine; false = what follows rests on less. */
export interface SelectionVisibility {
  /** Services of its namespace, and ServiceEntries of it. */
  readonly services: boolean;
  readonly serviceEntries: boolean;
  /** Both of all namespaces: another one may claim the same host. */
  readonly elsewhere: boolean;
  /** DestinationRules and PeerAuthentications that decide how callers speak to it. */
  readonly tls: boolean;
  /** The policies that are out of sight, in whole or in part, by their plural. */
  readonly policies: readonly string[];
  /** True if the mesh has ambient mode: endpoints are those of callers with a sidecar. */
  readonly isForSidecars: boolean;
  /** Settings of istiod or of its mesh that decide here and are a guess, and by what. */
  readonly doubts: readonly Doubt[];
}

/** One host that takes a machine. */
export interface SelectingService {
  readonly selector: SelectorName;
  readonly host: string;
  /** It has several hosts, and this is one. */
  readonly isOneOfSeveral: boolean;
  /** The caller for whom `ports` holds. */
  readonly caller: CallerPlace;
  /** The machine as the caller is sent it, on each port. The TLS of callers is left out where `sight.tls` is false. */
  readonly ports: readonly (ContestedPort & { readonly status: EndpointStatus; readonly onOtherPort: SentOnOtherPort | null })[];
  /** Why it has the machine answer nobody just now; none = it answers. */
  readonly against: readonly Reason[];
  /** Others that define the same host. */
  readonly rivals: readonly SelectorName[];
}

/** What misses a machine least, with what it would need. */
export interface NearestMiss {
  readonly selector: SelectorName;
  readonly host: string;
  readonly refusals: readonly Refusal[];
}

/** What a policy does to a machine. */
export type PolicyEffect =
  | { readonly what: "authorizes"; readonly action: string; readonly rules: number }
  /** What its sidecar takes. Empty mode = not said here. `decides` false: a narrower or older policy has said it. */
  | { readonly what: "takes"; readonly mode: string; readonly ports: readonly { readonly port: number; readonly mode: string }[]; readonly decides: boolean }
  /** Which hosts its own calls know, as `namespace/host`; none = all that are exported to it. */
  | { readonly what: "knows"; readonly hosts: readonly string[] }
  /** How a host of it is called: the TLS mode, the subsets that it is in of so many, whether failing endpoints are ejected. Empty = not said. */
  | {
      readonly what: "calls";
      readonly host: string;
      readonly tls: string;
      readonly subsets: readonly string[];
      readonly subsetCount: number;
      readonly ejects: boolean;
    };

/** One policy that touches a machine. */
export interface PolicyLine {
  readonly resource: "authorizationpolicies" | "peerauthentications" | "sidecars" | "destinationrules";
  readonly namespace: string;
  readonly name: string;
  readonly by: PolicyReach | "host";
  readonly deed: PolicyEffect;
}

/** The policies of a machine or of the machines of a group, and whose labels they see. */
export interface PolicyLines {
  readonly lines: readonly PolicyLine[];
  /** The ServiceEntry that brings its entry's labels in; null = the labels of its bundle alone count (docs/istio.md#policy-labels). */
  readonly labelsBy: { readonly namespace: string; readonly name: string } | null;
  /** What the bundle says, which nothing in the mesh tells: taken from its group, or not known. */
  readonly bundle: "group" | "unknown";
  /** Policies of its namespace of which nobody can tell whether they are for it. */
  readonly undecided: number;
}

/** Of one entry. */
export interface EntrySelection {
  readonly hosts: readonly SelectingService[];
  /** More than are listed, where one of them has very many. */
  readonly hostsTotal: number;
  /** Different host names of all of them: several objects can have one. */
  readonly hostNames: number;
  /** Objects that take it: one may have several hosts. */
  readonly objects: number;
  readonly nearest: NearestMiss | null;
  /** Objects that write its network and address as an endpoint of their own: their callers are sent there whatever its entry says. */
  readonly writtenIn: readonly { readonly selector: SelectorName; readonly host: string }[];
  readonly policies: PolicyLines;
}

/** A host and the machines of a group. */
export interface ServiceOfGroup {
  readonly selector: SelectorName;
  readonly hosts: readonly string[];
  /** How many of the group's machines it takes. */
  readonly takes: number;
  /** Why the machines that the group's template makes are not taken; empty = they are. Null = the template is not visible. */
  readonly template: readonly Refusal[] | null;
  /** All that answers for it, of this group or not; null = not visible. */
  readonly machines: {
    readonly taken: number;
    readonly serving: number;
    readonly inDoubt: number;
    /** Callers are not sent them, and nobody misses them: drained, or not probed yet. */
    readonly aside: number;
    /** Machines that are well and that the default caller is not sent: another object, an unknown host name, no path, or `distribute`. */
    readonly notReached: number;
  } | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  readonly inline: number;
  /** 1 where callers resolve the host name itself. */
  readonly names: number;
  /** Healthy addresses of EndpointSlices; null = not visible. */
  readonly addresses: number | null;
  /** Zones of the selected and healthy machines ("none" = not written), most first; null = not visible, or not looked at. */
  readonly zones: readonly { readonly zone: string; readonly serving: number }[] | null;
  /** Do callers take out endpoints that fail? Null = not visible. */
  readonly ejects: boolean | null;
}

/** Machines of a group that no host takes, of one nearest miss. */
export interface UnselectedReason {
  readonly count: number;
  /** The first of them. */
  readonly names: readonly string[];
  readonly nearest: NearestMiss | null;
}

/** Of a group. */
export interface GroupSelection {
  /** Machines that are looked at; null = they are out of sight. */
  readonly machines: number | null;
  readonly hosts: readonly ServiceOfGroup[];
  readonly untaken: number;
  readonly untakenBy: readonly UnselectedReason[];
  /** Of the machines that the template makes; null = it is not visible. */
  readonly policies: PolicyLines | null;
}

/** Head of "selected-by". No rows. */
export interface SelectedByHead {
  /** False = no such entry or group in sight. */
  readonly found: boolean;
  readonly sight: SelectionVisibility | null;
  readonly entry: EntrySelection | null;
  readonly group: GroupSelection | null;
}
