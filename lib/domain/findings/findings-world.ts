import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { MeshSettingsWithDoubts } from "@/lib/domain/mesh/mesh-settings";
import type { World } from "@/lib/domain/mesh/world";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { MachineProperties } from "@/lib/domain/selection/machine-endpoints";
import type { KubernetesService, MeshService, WorkloadPod } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { SelectedMachines } from "@/lib/domain/services/service-status";
import type { SourceName } from "@/lib/domain/source/source";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import type { RecordedEntryFacts } from "./entry-past";

/** A Service or ServiceEntry. `hosts` are the host names that it defines; a Service has one, in full. */
export interface ServiceSubject {
  readonly cluster: string;
  readonly uid: string;
  readonly selector: MeshService;
  readonly hosts: readonly string[];
  /** Its annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  /** The report of istiod in its status, as `istiodStatusOf` reads it; "" = none. */
  readonly istiodStatus: string;
}

/** The numbers of selected machines and endpoints of a service. Null = not visible. */
export interface ServiceEndpointCounts {
  readonly machines: (SelectedMachines & { readonly weight: number }) | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** Endpoints that a ServiceEntry writes itself. */
  readonly inline: number;
  /** Addresses of EndpointSlices that istiod stores as healthy. */
  readonly addresses: number;
}

/** A locality of entries, in three parts ("" = not set), and the number of machines there. */
export interface LocalityInUse {
  readonly cluster: string;
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  /** The text behind the third part, which Istio drops. "" for most. Localities with different texts are different. */
  readonly dropped: string;
  readonly machines: number;
}

/** A network that entries name in `spec.network` ("" = none), and how many do. */
interface NetworkInUse {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
}

/** A network as the subject of a rule. */
export interface NetworkSubject extends NetworkInUse {
  /** The number of its machines without an address. */
  readonly unaddressed: number;
}

/** Machines with equal properties. */
interface SentClass extends MachineProperties {
  readonly machines: number;
}

/** A zone that entries' localities name, with its region. */
export interface ZoneInUse {
  readonly region: string;
  readonly zone: string;
}

/** An istiod replica as entries name it in `istio.io/workloadController`, and how many connections it holds by them. */
export interface ReplicaInUse {
  readonly name: string;
  readonly machines: number;
  /** The number of those that are connected, as far as data shows. */
  readonly held: number;
}

/**
 * All that a rule may read: one cluster, as far as the viewer sees it. Objects that are not visible do not exist here; `sees` shows the difference. Each read
 * is recorded, and the rule runs again when the value changes. So a rule that reads less costs less.
 */
export interface FindingsWorld {
  readonly cluster: string;
  /** Milliseconds. A rule that reads it returns from `due` when it must run again. */
  readonly now: number;
  /** True if a source is visible, in a namespace or (without one) in all of them. */
  sees(source: SourceName, namespace?: string): boolean;

  verdict(entry: WorkloadEntry): Verdict;
  /** The stored past of an entry. Null = not known, as on a past page. */
  pastOf(entry: WorkloadEntry): RecordedEntryFacts | null;
  /** The entry of that name. The newest if there were several. */
  entryNamed(namespace: string, name: string): WorkloadEntry | null;
  /** All entries with this network and address, in the order of their namespaces and names; none for an empty address. */
  entriesAt(network: string, address: string): readonly WorkloadEntry[];
  /** The group that an entry belongs to, by its owner, else by its annotation; null where there is no such object. */
  groupOf(entry: WorkloadEntry): WorkloadGroup | null;
  groupNamed(namespace: string, name: string): WorkloadGroup | null;
  groupsIn(namespace: string): readonly WorkloadGroup[];
  /** True if the namespace of the subject has a ServiceAccount of this name. */
  hasAccount(namespace: string, name: string): boolean;
  /** Costs as much as the group has members, again whenever one changes. Use a count where a number is enough. */
  membersOf(group: WorkloadGroup): Iterable<WorkloadEntry>;
  memberCount(group: WorkloadGroup): number;
  /** How many members have a value ("" = not set). */
  traitsOf(group: WorkloadGroup, trait: "zone" | "network" | "replica" | "account"): readonly { readonly value: string; readonly count: number }[];

  /** The services whose selector matches an entry. */
  hostsTaking(entry: WorkloadEntry): readonly ServiceSubject[];
  /** The services of one namespace, whatever they select. */
  hostsIn(namespace: string): readonly ServiceSubject[];
  /** All Services and ServiceEntries, in any namespace, that define a host name. */
  hostsDefining(host: string): readonly ServiceSubject[];
  countsOf(host: ServiceSubject): ServiceEndpointCounts;
  /** The machines that its selector matches, in no order. Costs as much as is iterated, again whenever one changes. */
  machinesOf(host: ServiceSubject): Iterable<WorkloadEntry>;
  /** The first machine, by namespace and name, of another visible namespace that has all labels of its selector; null = none. */
  labelledElsewhere(host: ServiceSubject): WorkloadEntry | null;
  /** The number of its machines in each locality. Most rules about localities need no more, and it costs less. */
  placesOf(host: ServiceSubject): readonly LocalityInUse[];
  /** How many of its machines are in each network. */
  networksOf(host: ServiceSubject): readonly NetworkInUse[];
  /** Its machines that istiod sends by their health, counted by the properties that decide about networks and localities. Costs as much as there are classes. */
  sentClassesOf(host: ServiceSubject): readonly SentClass[];
  /** The number of its machines to which callers may send mutual TLS, by their account or label. */
  mutualMachinesOf(host: ServiceSubject): number;
  /**
   * The Pods that istiod sends to callers of the service as healthy. A Service can publish unready ones, and an entry of the same name hides those of a
   * ServiceEntry.
   */
  sentPodsOf(host: ServiceSubject): readonly WorkloadPod[];
  podsAt(address: string): readonly WorkloadPod[];
  /** The visible Services with this cluster IP, in the order of their namespaces and names. */
  servicesAt(address: string): readonly KubernetesService[];
  /**
   * The input of the endpoint engine (`lib/domain/selection`): machines and Pods of the given namespace only (none without a namespace), all else of the whole
   * cluster. It does not contain the health of machines, which changes all the time.
   */
  selection(namespace?: string): SelectionWorld;
  /** The machines and Pods of a namespace with their health. Each of their changes runs the rules that read them again. */
  membersIn(namespace: string): Pick<SelectionWorld, "entries" | "pods">;

  /** The visible Istio Gateways. */
  istioGateways(): readonly IstioGateway[];

  /** The settings of the active istiod, and which of them are assumed. */
  readonly mesh: MeshSettingsWithDoubts;
  /** Replicas, ages, gateways, settings by revision, Nodes and namespaces, each known, assumed or denied. */
  readonly world: World;

  /** With the number of machines. A rule that needs only the names reads these, which change rarely. */
  placesInUse(): readonly LocalityInUse[];
  networksInUse(): readonly NetworkSubject[];
  controllersInUse(): readonly ReplicaInUse[];
  /** It uses the localities that this version of istiod reads. */
  zonesInUse(): readonly ZoneInUse[];
  /** "" among them where entries name none. */
  networkNames(): readonly string[];
  /** The networks of the proxies on machines, each once, sorted (`proxyNetworkOf`). */
  proxyNetworks(): readonly string[];
}
