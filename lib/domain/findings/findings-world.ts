import type { TakenMachines } from "@/lib/domain/hosts/host-status";
import type { KnownMesh } from "@/lib/domain/mesh/mesh-settings";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import type { MachineProperties } from "@/lib/domain/selection/machine-class";
import type { KubernetesService, Selector } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { SourceName } from "@/lib/domain/source";
import type { Verdict } from "@/lib/domain/verdict";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { World } from "@/lib/domain/world";
import type { EntryPast } from "./entry-past";

/** A Service or ServiceEntry that machines may answer for; `hosts` are the host names that it defines, of a Service one, in full. */
export interface FindingHost {
  readonly cluster: string;
  readonly uid: string;
  readonly selector: Selector;
  readonly hosts: readonly string[];
  /** Its annotation `stolos.dev/mute-findings` verbatim, "" where there is none. */
  readonly mutedFindings: string;
  /** The report of istiod in its status, as `istiodStatusOf` reads it; "" = none. */
  readonly istiodStatus: string;
}

/** What a host takes, counted; null = not in sight. */
export interface FindingHostCounts {
  readonly machines: (TakenMachines & { readonly weight: number }) | null;
  readonly pods: { readonly taken: number; readonly ready: number } | null;
  /** Endpoints that a ServiceEntry writes itself. */
  readonly inline: number;
  /** Addresses of EndpointSlices that istiod stores as healthy. */
  readonly addresses: number;
}

/** A place as entries' localities name it, in three parts ("" = not set), and how many machines are there. */
export interface PlaceInUse {
  readonly cluster: string;
  readonly region: string;
  readonly zone: string;
  readonly subzone: string;
  /** What was written behind the third part, which Istio drops; "" for most. Places that differ in it are apart. */
  readonly dropped: string;
  readonly machines: number;
}

/** A network that entries name in `spec.network` ("" = none), and how many do. */
interface NetworkInUse {
  readonly cluster: string;
  readonly name: string;
  readonly machines: number;
}

/** The same as the subject of a rule. */
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
export interface ControllerInUse {
  readonly name: string;
  readonly machines: number;
  /** Of those, connected as far as anybody can tell. */
  readonly held: number;
}

/**
 * What a rule may read: one cluster, as far as whoever asks may see it. What is out of sight is not there; `sees` tells the difference. What a
 * rule reads is noticed, and it is asked again when that is another: reading less makes it cheaper.
 */
export interface FindingsWorld {
  readonly cluster: string;
  /** Milliseconds. A rule that reads it tells by `due` when it is to be asked again. */
  readonly now: number;
  /** Is a source in sight, in a namespace or (without one) in all of them? */
  sees(source: SourceName, namespace?: string): boolean;

  verdict(entry: WorkloadEntry): Verdict;
  /** What is remembered of an entry; null = nobody remembers, as in a fleet of the past. */
  pastOf(entry: WorkloadEntry): EntryPast | null;
  /** The entry of that name; of several incarnations the newest. */
  entryNamed(namespace: string, name: string): WorkloadEntry | null;
  /** All entries with this network and address, in the order of their namespaces and names; none for an empty address. */
  entriesAt(network: string, address: string): readonly WorkloadEntry[];
  /** The group that an entry belongs to, by its owner, else by its annotation; null where there is no such object. */
  groupOf(entry: WorkloadEntry): WorkloadGroup | null;
  groupNamed(namespace: string, name: string): WorkloadGroup | null;
  groupsIn(namespace: string): readonly WorkloadGroup[];
  /** Is there a ServiceAccount of this name, in the namespace of the subject? */
  hasAccount(namespace: string, name: string): boolean;
  /** Costs as much as the group has members, again whenever one changes: where a number is enough, ask for that. */
  membersOf(group: WorkloadGroup): Iterable<WorkloadEntry>;
  memberCount(group: WorkloadGroup): number;
  /** How many members have a value ("" = not set). */
  traitsOf(group: WorkloadGroup, trait: "zone" | "network" | "replica" | "account"): readonly { readonly value: string; readonly count: number }[];

  /** The hosts whose selector takes an entry. */
  hostsTaking(entry: WorkloadEntry): readonly FindingHost[];
  /** The hosts of one namespace, whoever they take. */
  hostsIn(namespace: string): readonly FindingHost[];
  /** All Services and ServiceEntries, in any namespace, that define a host name. */
  hostsDefining(host: string): readonly FindingHost[];
  countsOf(host: FindingHost): FindingHostCounts;
  /** The machines that its selector takes, in no order; costs as much as one looks at, again whenever one changes. */
  machinesOf(host: FindingHost): Iterable<WorkloadEntry>;
  /** The first machine, by namespace and name, of another visible namespace that has all labels of its selector; null = none. */
  labelledElsewhere(host: FindingHost): WorkloadEntry | null;
  /** How many of its machines are in each place: what most rules of places need, at less cost. */
  placesOf(host: FindingHost): readonly PlaceInUse[];
  /** How many of its machines are in each network. */
  networksOf(host: FindingHost): readonly NetworkInUse[];
  /** Its machines that istiod sends by their health, counted by the properties that decide about networks and localities. Costs as much as there are classes. */
  sentClassesOf(host: FindingHost): readonly SentClass[];
  /** To how many of its machines callers may send mutual TLS, by their account or label. */
  mutualMachinesOf(host: FindingHost): number;
  /** The Pods that callers of the host are sent as healthy. A Service can publish unready ones, and an entry of their name hides those of a ServiceEntry. */
  sentPodsOf(host: FindingHost): readonly WorkloadPod[];
  podsAt(address: string): readonly WorkloadPod[];
  /** The visible Services with this cluster IP, in the order of their namespaces and names. */
  servicesAt(address: string): readonly KubernetesService[];
  /**
   * All that decides who answers, for the domain's functions of `lib/domain/selection`: machines and Pods of the given namespace only (without one
   * there are none), everything else of the whole cluster. Of the machines' health nothing stands in it: it turns all the time.
   */
  selection(namespace?: string): SelectionWorld;
  /** The machines and Pods of a namespace with their health. Each of their changes has the rules that read them evaluated again. */
  membersIn(namespace: string): Pick<SelectionWorld, "entries" | "pods">;

  /** The visible Istio Gateways. */
  istioGateways(): readonly IstioGateway[];

  /** The settings of the istiod that serves, and what of them is a guess. */
  readonly mesh: KnownMesh;
  /** Replicas, ages, gateways, settings by revision, Nodes and namespaces, each known, assumed or denied. */
  readonly world: World;

  /** With how many machines are there: whoever wants the names only asks for those, which turn seldom. */
  placesInUse(): readonly PlaceInUse[];
  networksInUse(): readonly NetworkSubject[];
  controllersInUse(): readonly ControllerInUse[];
  /** It uses the localities that this version of istiod reads. */
  zonesInUse(): readonly ZoneInUse[];
  /** "" among them where entries name none. */
  networkNames(): readonly string[];
  /** The networks of the proxies on machines, each once, sorted (`proxyNetworkOf`). */
  proxyNetworks(): readonly string[];
}
