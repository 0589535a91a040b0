import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import type { MeshSettingsWithDoubts } from "@/lib/domain/mesh/mesh-settings";
import type { World } from "@/lib/domain/mesh/world";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { MachineReachProperties } from "@/lib/domain/selection/machine-endpoints";
import type { KubernetesService, MeshService, StoredPod } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { SelectedMachineCounts } from "@/lib/domain/services/service-status";
import type { SourceName } from "@/lib/domain/source/source";
import type { Verdict } from "@/lib/domain/verdict/verdict";
import type { RecordedEntryFacts } from "./recorded-entry-facts";

/** A Service or ServiceEntry. `hosts`: the host names that it defines; a Service defines one, in full. */
export interface ServiceSubject {
  readonly cluster: string;
  readonly uid: string;
  readonly selector: MeshService;
  readonly hosts: readonly string[];
  /** The value of the annotation `stolos.dev/mute-findings`, as written; "" = none. */
  readonly mutedFindings: string;
  /** The report that istiod wrote in the status, as `parseIstiodStatus` reads it; "" = none. */
  readonly istiodStatus: string;
}

/** The numbers of selected machines, selected Pods and other endpoints of a service. Null = the viewer may not see them. */
export interface ServiceEndpointCounts {
  readonly machines: (SelectedMachineCounts & { readonly weight: number }) | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** The number of endpoints written in a ServiceEntry. */
  readonly inline: number;
  /** The number of addresses of EndpointSlices that istiod stores as healthy. */
  readonly addresses: number;
}

/** A locality of entries, in three parts ("" = not set), and the number of machines that have it. */
export interface LocalityInUse {
  readonly cluster: string;
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  /** The text after the third part of the locality, which Istio drops; "" = none. Localities with different texts are different here. */
  readonly dropped: string;
  readonly machines: number;
}

/** A network that entries name in `spec.network` ("" = none), and the number of machines that name it. */
interface NetworkInUse {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
}

/** A network as the subject of a rule. */
export interface NetworkSubject extends NetworkInUse {
  /** The number of the network's machines without an address. */
  readonly unaddressed: number;
}

/** The number of machines that have the same properties. */
interface SentClass extends MachineReachProperties {
  readonly machines: number;
}

/** A zone with its region, as localities of entries name them. */
export interface ZoneInUse {
  readonly region: string;
  readonly zone: string;
}

/** An istiod replica as entries name it in `istio.io/workloadController`. `machines`: the number of entries that name it. */
export interface ReplicaInUse {
  readonly name: string;
  readonly machines: number;
  /** The number of these machines that are connected, as far as the data shows. */
  readonly held: number;
}

/**
 * The data that a rule may read: one cluster, as far as the viewer sees it. Objects that are not visible do not exist here; `sees` shows the
 * difference. Each read is recorded, and the rule runs again when the value changes, so that a rule that reads less costs less.
 */
export interface FindingsWorld {
  readonly cluster: string;
  /** The time of the evaluation, in milliseconds. A rule that reads it returns from `due` when it must run again. */
  readonly now: number;
  /** True if a source is visible in a namespace; without `namespace`, in all of them. */
  sees(source: SourceName, namespace?: string): boolean;

  verdict(entry: WorkloadEntry): Verdict;
  /** Returns the stored past of an entry. Null = not known, as on a past page. */
  pastOf(entry: WorkloadEntry): RecordedEntryFacts | null;
  /** Returns the entry of that name, the newest if there were several. */
  entryNamed(namespace: string, name: string): WorkloadEntry | null;
  /** Returns all entries with this network and address, sorted by namespace and name; none for an empty address. */
  entriesAt(network: string, address: string): readonly WorkloadEntry[];
  /** Returns the group that an entry belongs to, by its owner, otherwise by its annotation; null = no such group exists. */
  groupOf(entry: WorkloadEntry): WorkloadGroup | null;
  groupNamed(namespace: string, name: string): WorkloadGroup | null;
  groupsIn(namespace: string): readonly WorkloadGroup[];
  /** True if the namespace of the subject has a ServiceAccount of this name. */
  hasAccount(namespace: string, name: string): boolean;
  /** Returns the entries of a group. The rule reads each of them, and runs again when one changes. Use `memberCount` if a number is enough. */
  membersOf(group: WorkloadGroup): Iterable<WorkloadEntry>;
  memberCount(group: WorkloadGroup): number;
  /** Returns the number of the group's entries with each value of a property; "" = not set. */
  traitsOf(group: WorkloadGroup, trait: "zone" | "network" | "replica" | "account"): readonly { readonly value: string; readonly count: number }[];

  /** Returns the services whose selector matches an entry. */
  hostsTaking(entry: WorkloadEntry): readonly ServiceSubject[];
  /** Returns the services of one namespace, whatever they select. */
  hostsIn(namespace: string): readonly ServiceSubject[];
  /** Returns all Services and ServiceEntries, in any namespace, that define a host name. */
  hostsDefining(host: string): readonly ServiceSubject[];
  countsOf(host: ServiceSubject): ServiceEndpointCounts;
  /** Returns the machines that the service's selector matches, in no order. The rule reads each of them, and runs again when one changes. */
  machinesOf(host: ServiceSubject): Iterable<WorkloadEntry>;
  /** Returns the first machine, by namespace and name, in another visible namespace that has all labels of the service's selector; null = none. */
  labelledElsewhere(host: ServiceSubject): WorkloadEntry | null;
  /**
   * Returns the number of the service's machines in each locality. This costs less than `machinesOf`, and is enough for most rules about localities.
   */
  placesOf(host: ServiceSubject): readonly LocalityInUse[];
  /** Returns the number of the service's machines in each network. */
  networksOf(host: ServiceSubject): readonly NetworkInUse[];
  /**
   * Returns the service's machines that istiod sends by their health, counted by the properties that decide about networks and localities. The cost
   * is one read for each combination of properties.
   */
  sentClassesOf(host: ServiceSubject): readonly SentClass[];
  /** Returns the number of the service's machines to which callers may send mutual TLS, by their service account or label. */
  mutualMachinesOf(host: ServiceSubject): number;
  /**
   * Returns the Pods that istiod sends to callers of the service as healthy. These include unready Pods if the Service publishes them. An entry hides
   * a Pod of the same name from a ServiceEntry.
   */
  sentPodsOf(host: ServiceSubject): readonly StoredPod[];
  podsAt(address: string): readonly StoredPod[];
  /** Returns the visible Services with this cluster IP, sorted by namespace and name. */
  servicesAt(address: string): readonly KubernetesService[];
  /**
   * Returns the input of the endpoint engine (`lib/domain/selection`): machines and Pods of the given namespace (without `namespace`: none),
   * everything else of the whole cluster. It has no health of machines, which changes all the time.
   */
  selection(namespace?: string): SelectionWorld;
  /** Returns the machines and Pods of a namespace with their health. The rules that read them run again after each change of one. */
  membersIn(namespace: string): Pick<SelectionWorld, "entries" | "pods">;

  /** Returns the visible Gateway objects of Istio. */
  istioGateways(): readonly IstioGateway[];

  /** The settings of the active istiod, and which of them are assumed. */
  readonly mesh: MeshSettingsWithDoubts;
  /** Replicas, ages, gateways, settings by revision, Nodes and namespaces, each known, assumed or denied. */
  readonly world: World;

  /**
   * Returns the localities of entries with the number of machines in each. A rule that needs only names reads `zonesInUse` or `networkNames`, which
   * change rarely.
   */
  placesInUse(): readonly LocalityInUse[];
  networksInUse(): readonly NetworkSubject[];
  controllersInUse(): readonly ReplicaInUse[];
  /** Returns the zones in the localities of entries, as this version of istiod reads them. */
  zonesInUse(): readonly ZoneInUse[];
  /** Returns the networks that entries name; "" = an entry without a network exists. */
  networkNames(): readonly string[];
  /** Returns the networks of the proxies on machines, each once, sorted (`proxyNetworkOf`). */
  proxyNetworks(): readonly string[];
}
