import { membershipOf } from "@/lib/domain/entry/membership";
import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { FindingsWorld, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { zonesOfLocalities } from "@/lib/domain/findings/in-use";
import { NO_RECORDED_FACTS, type RecordedEntryFacts } from "@/lib/domain/findings/recorded-entry-facts";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { hasBehaviourAssumingNewest } from "@/lib/domain/mesh/istiod-behaviours";
import type { MeshSettingsWithDoubts } from "@/lib/domain/mesh/mesh-settings";
import type { World } from "@/lib/domain/mesh/world";
import { servicesAtAddress } from "@/lib/domain/networks/address-target";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import { serviceHostName } from "@/lib/domain/selection/host-name";
import { addressKind } from "@/lib/domain/selection/ip-address";
import { reasonsAgainst, workloadOfCandidate } from "@/lib/domain/selection/matching";
import type { MeshService, StoredPod } from "@/lib/domain/selection/objects";
import { areAllStateReasons, type SelectionCandidate } from "@/lib/domain/selection/reasons";
import { CLUSTER_LABEL, MUTUAL_TLS_MODE, missingLabels } from "@/lib/domain/selection/workload";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { SourceName } from "@/lib/domain/source/source";
import { verdictOf } from "@/lib/domain/verdict/verdict-of";
import { aWorld, NOW } from "./entries";
import { countedTraits, naiveHostCounts, sentPods } from "./finding-counts";
import { controllersOf, networksOf, placesOf, proxyNetworksOf } from "./in-use";
import { aMesh } from "./selection";

/** What a test puts into a world of findings: plain objects of one cluster. What is left out is empty, and in sight. */
export interface FindingObjects {
  readonly entries?: readonly WorkloadEntry[];
  readonly groups?: readonly WorkloadGroup[];
  readonly hosts?: readonly MeshService[];
  readonly pods?: readonly StoredPod[];
  readonly policies?: Partial<Pick<SelectionWorld, "rules" | "sidecars" | "authentications" | "virtualServices">>;
  /** ServiceAccounts. */
  readonly accounts?: readonly { readonly namespace: string; readonly name: string }[];
  /** Istio Gateways. */
  readonly gateways?: readonly IstioGateway[];
  readonly world?: World;
  readonly mesh?: MeshSettingsWithDoubts;
  /** By which machines are judged, where less of the world is in sight; null = by the world. */
  readonly judgedBy?: World | null;
  readonly now?: number;
  /** What is remembered of entries, by their uids; null = nobody remembers. */
  readonly pasts?: ReadonlyMap<string, RecordedEntryFacts> | null;
  /** Sources that are out of sight: everywhere, or in some namespaces. */
  readonly unseen?: Partial<Record<SourceName, "all" | readonly string[]>>;
}

/** The same with what istiod reports of Services and ServiceEntries: by `KIND/NAMESPACE/NAME` a text of `formatIstiodStatus`. */
export interface ReportedObjects extends FindingObjects {
  readonly statuses?: ReadonlyMap<string, string>;
}

type Complete = Required<Omit<ReportedObjects, "policies">> & { readonly policies: NonNullable<FindingObjects["policies"]> };

/** A world of findings that looks at every object each time: slow, and easy to believe. */
export function findingsWorld(objects: ReportedObjects = {}): FindingsWorld {
  return new PlainWorld({
    ...{
      entries: [],
      groups: [],
      hosts: [],
      pods: [],
      accounts: [],
      policies: {},
      gateways: [],
      statuses: new Map(),
      unseen: {},
      now: NOW,
      pasts: new Map(),
      judgedBy: null,
    },
    ...{ world: aWorld(), mesh: { settings: aMesh(), doubts: [] } },
    ...objects,
  });
}

/** A Service or ServiceEntry as rules are given it; its uid is its kind, namespace and name. */
export function findingHost(
  selector: MeshService,
  domain = "cluster.local",
  cluster = "prod-eu",
  statuses: ReadonlyMap<string, string> = new Map(),
): ServiceSubject {
  const { kind, namespace, name } = selector;
  const hosts = kind === "Service" ? [serviceHostName(name, namespace, domain)] : selector.hosts;
  return { cluster, uid: `${kind}/${namespace}/${name}`, selector, hosts, mutedFindings: "", istiodStatus: statuses.get(`${kind}/${namespace}/${name}`) ?? "" };
}

class PlainWorld implements FindingsWorld {
  readonly cluster: string;
  readonly now: number;
  readonly mesh: MeshSettingsWithDoubts;
  readonly world: World;
  readonly #hosts: readonly ServiceSubject[];

  constructor(private readonly has: Complete) {
    this.world = has.world;
    this.cluster = has.world.cluster;
    this.now = has.now;
    this.mesh = has.mesh;
    this.#hosts = has.hosts.map((selector) => findingHost(selector, has.mesh.settings.domain, has.world.cluster, has.statuses)).sort(byHost);
  }

  sees(source: SourceName, namespace?: string): boolean {
    const unseen = this.has.unseen[source];
    return unseen === undefined || (unseen !== "all" && namespace !== undefined && !unseen.includes(namespace));
  }

  verdict(entry: WorkloadEntry) {
    return verdictOf(entry, this.has.judgedBy ?? this.world, this.now);
  }

  pastOf({ uid }: WorkloadEntry) {
    return this.has.pasts === null ? null : (this.has.pasts.get(uid) ?? NO_RECORDED_FACTS);
  }

  entryNamed(namespace: string, name: string) {
    const named = this.has.entries.filter((entry) => entry.namespace === namespace && entry.name === name);
    return named.sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))[0] ?? null;
  }

  entriesAt(network: string, address: string) {
    return address === "" ? [] : this.has.entries.filter((entry) => entry.network === network && entry.address === address).sort(byName);
  }

  groupOf(entry: WorkloadEntry) {
    return this.groupNamed(entry.namespace, membershipOf(entry).group);
  }

  groupNamed(namespace: string, name: string) {
    return this.has.groups.find((group) => group.namespace === namespace && group.name === name) ?? null;
  }

  groupsIn(namespace: string) {
    return this.has.groups.filter((group) => group.namespace === namespace).sort(byName);
  }

  hasAccount(namespace: string, name: string) {
    return this.has.accounts.some((account) => account.namespace === namespace && account.name === name);
  }

  membersOf({ namespace, name }: WorkloadGroup) {
    return this.has.entries.filter((entry) => entry.namespace === namespace && membershipOf(entry).group === name).sort(byName);
  }

  memberCount(group: WorkloadGroup) {
    return this.membersOf(group).length;
  }

  traitsOf(group: WorkloadGroup, trait: Parameters<FindingsWorld["traitsOf"]>[1]) {
    return countedTraits(this.membersOf(group), trait, this.#readsTopology());
  }

  hostsTaking(entry: WorkloadEntry) {
    return this.#hosts.filter(({ selector }) => this.#isTaken(selector, { kind: "entry", entry }));
  }

  hostsIn(namespace: string) {
    return this.#hosts.filter(({ selector }) => selector.namespace === namespace);
  }

  hostsDefining(host: string) {
    return this.#hosts.filter(({ hosts }) => hosts.includes(host));
  }

  countsOf(host: ServiceSubject) {
    const { namespace } = host.selector;
    return naiveHostCounts(host.selector, {
      ...{ mesh: this.mesh.settings, machines: this.machinesOf(host), pods: this.#podsOf(host) },
      seen: { machines: this.sees("workloadentries", namespace), pods: this.sees("workload-pods", namespace) },
      verdict: (entry) => this.verdict(entry),
      entryNamed: (at, name) => this.entryNamed(at, name),
    });
  }

  machinesOf({ selector }: ServiceSubject) {
    return this.has.entries.filter((entry) => this.#isTaken(selector, { kind: "entry", entry })).sort(byName);
  }

  labelledElsewhere({ selector: { namespace, selector } }: ServiceSubject) {
    if (selector === null || selector.every(([key]) => key === CLUSTER_LABEL)) return null;
    const isThere = (entry: WorkloadEntry) =>
      entry.namespace !== namespace &&
      this.sees("workloadentries", entry.namespace) &&
      missingLabels(selector, workloadOfCandidate({ kind: "entry", entry }, this.mesh.settings).labels).length === 0;
    const [first] = this.has.entries.filter(isThere).sort((a, b) => (a.namespace === b.namespace ? byName(a, b) : a.namespace < b.namespace ? -1 : 1));
    return first ?? null;
  }

  placesOf(host: ServiceSubject) {
    return placesOf(this.cluster, this.machinesOf(host), this.#readsTopology());
  }

  networksOf(host: ServiceSubject) {
    return networksOf(this.cluster, this.machinesOf(host)).map(({ unaddressed: _unaddressed, ...network }) => network);
  }

  sentClassesOf({ selector }: ServiceSubject) {
    const sent = this.has.entries.filter((entry) => reasonsAgainst(selector, { kind: "entry", entry }, this.mesh.settings).length === 0);
    return sent.map((entry) => {
      const { network, locality, tlsMode, address } = workloadOfCandidate({ kind: "entry", entry }, this.mesh.settings);
      return { network, locality, tlsMode, address: addressKind(address), machines: 1 };
    });
  }

  mutualMachinesOf(host: ServiceSubject) {
    return this.machinesOf(host).filter((entry) => workloadOfCandidate({ kind: "entry", entry }, this.mesh.settings).tlsMode === MUTUAL_TLS_MODE).length;
  }

  sentPodsOf(host: ServiceSubject) {
    const entryNamed = (namespace: string, name: string) => this.entryNamed(namespace, name);
    return sentPods(host.selector, { pods: this.#podsOf(host), mesh: this.mesh.settings, entryNamed });
  }

  podsAt(address: string) {
    return address === "" ? [] : this.has.pods.filter((pod) => pod.address === address).sort(byName);
  }

  servicesAt(address: string) {
    return servicesAtAddress(address, this.selection().services);
  }

  membersIn(namespace: string) {
    const isHere = (one: Named) => one.namespace === namespace;
    return { entries: this.has.entries.filter(isHere).sort(byName), pods: this.has.pods.filter(isHere).sort(byName) };
  }

  selection(namespace?: string): SelectionWorld {
    const selectors = this.#hosts.map(({ selector }) => selector);
    return {
      mesh: this.mesh.settings,
      entries: this.has.entries
        .filter((entry) => entry.namespace === namespace)
        .map((entry) => ({ ...entry, gate: null, health: null }))
        .sort(byName),
      pods: this.has.pods.filter((pod) => pod.namespace === namespace).sort(byName),
      services: selectors.filter((selector) => selector.kind === "Service"),
      serviceEntries: selectors.filter((selector) => selector.kind === "ServiceEntry"),
      ...{ rules: [], sidecars: [], authentications: [], virtualServices: [], slices: [], ...this.has.policies },
    };
  }

  istioGateways() {
    return this.has.gateways;
  }

  placesInUse() {
    return placesOf(this.cluster, this.has.entries, this.#readsTopology());
  }

  networksInUse() {
    return networksOf(this.cluster, this.has.entries);
  }

  controllersInUse() {
    return controllersOf(this.has.entries, (entry) => this.verdict(entry));
  }

  zonesInUse() {
    return zonesOfLocalities(this.placesInUse());
  }

  networkNames() {
    return this.networksInUse().map(({ name }) => name);
  }

  proxyNetworks() {
    return proxyNetworksOf(this.has.entries);
  }

  #readsTopology(): boolean {
    return hasBehaviourAssumingNewest("readsTopologyLocality", this.mesh.settings);
  }

  #podsOf({ selector }: ServiceSubject) {
    return this.has.pods.filter((pod) => this.#isTaken(selector, { kind: "pod", pod })).sort(byName);
  }

  #isTaken(selector: MeshService, candidate: SelectionCandidate): boolean {
    return areAllStateReasons(reasonsAgainst(selector, candidate, this.mesh.settings));
  }
}

type Named = { readonly namespace: string; readonly name: string };

function byName(a: Named, b: Named): number {
  if (a.namespace !== b.namespace) return a.namespace < b.namespace ? -1 : 1;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function byHost({ selector: a }: ServiceSubject, { selector: b }: ServiceSubject): number {
  return byName(a, b) || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0);
}
