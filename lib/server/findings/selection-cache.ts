import { addressKey } from "@/lib/domain/networks/address-target";
import type { IstioGateway } from "@/lib/domain/networks/passthrough";
import { addToList } from "@/lib/domain/object/multimap";
import { addressKind } from "@/lib/domain/selection/ip-address";
import type { KubernetesService, StoredPod } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { byHost, byName } from "./in-order";

interface Definitions {
  readonly byHost: ReadonlyMap<string, readonly HostObject[]>;
  readonly byNamespace: ReadonlyMap<string, readonly HostObject[]>;
}

/** What rules read of a cluster's Services, ServiceEntries, policies and Pods, made anew after one of them changed and somebody asks. */
export class SelectionCache {
  #definitions: Definitions | null = null;
  #podsByAddress: ReadonlyMap<string, readonly StoredPod[]> | null = null;
  #servicesByAddress: ReadonlyMap<string, readonly KubernetesService[]> | null = null;
  #cluster: SelectionWorld | null = null;
  #gateways: readonly IstioGateway[] | null = null;
  readonly #byNamespace = new Map<string, SelectionWorld>();
  readonly #members = new Map<string, Pick<SelectionWorld, "entries" | "pods">>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly cluster: string,
  ) {}

  hostsIn(namespace: string): readonly HostObject[] {
    return this.#defined().byNamespace.get(namespace) ?? [];
  }

  hostsDefining(host: string): readonly HostObject[] {
    return this.#defined().byHost.get(host) ?? [];
  }

  /** The Pods with an address, in namespaces whose Pods are in sight or not. */
  podsAt(address: string): readonly StoredPod[] {
    this.#podsByAddress ??= this.#pods();
    return address === "" ? [] : (this.#podsByAddress.get(address) ?? []);
  }

  servicesAt(address: string): readonly KubernetesService[] {
    this.#servicesByAddress ??= this.#services();
    return addressKind(address) === "ip" ? (this.#servicesByAddress.get(addressKey(address)) ?? []) : [];
  }

  world(namespace: string | undefined): SelectionWorld {
    this.#cluster ??= inOrder(selectionWorldFor(this.fleet, this.cluster, this.scope, { namespaces: new Set() }).world);
    if (namespace === undefined) return this.#cluster;
    const known = this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const { entries, pods } = this.members(namespace);
    const made = { ...this.#cluster, entries: entries.map((entry) => ({ ...entry, gate: null, health: null })), pods };
    this.#byNamespace.set(namespace, made);
    return made;
  }

  /** The machines and Pods of a namespace, with their health. */
  members(namespace: string): Pick<SelectionWorld, "entries" | "pods"> {
    const known = this.#members.get(namespace);
    if (known !== undefined) return known;
    const { entries, pods } = inOrder(selectionWorldFor(this.fleet, this.cluster, this.scope, { namespaces: new Set([namespace]) }).world);
    const made = { entries, pods };
    this.#members.set(namespace, made);
    return made;
  }

  /** The visible Istio Gateways. */
  istioGateways(): readonly IstioGateway[] {
    const all = () => Array.from(this.fleet.tables.gateways.inCluster(this.cluster));
    this.#gateways ??= all().flatMap(({ namespace, parsed }) =>
      parsed !== null && isInScope(this.scope, this.cluster, "gateways", namespace) ? [parsed] : [],
    );
    return this.#gateways;
  }

  /** A Service, a ServiceEntry, a policy, the mesh, or what is in sight is another. */
  forget(): void {
    this.#definitions = null;
    this.#podsByAddress = null;
    this.#servicesByAddress = null;
    this.#cluster = null;
    this.#gateways = null;
    this.#byNamespace.clear();
    this.#members.clear();
  }

  /** A machine of a namespace is another. */
  forgetMachines(namespace: string): void {
    this.#byNamespace.delete(namespace);
    this.#members.delete(namespace);
  }

  forgetPods(namespace: string): void {
    this.#podsByAddress = null;
    this.forgetMachines(namespace);
  }

  #defined(): Definitions {
    this.#definitions ??= this.#define();
    return this.#definitions;
  }

  #define(): Definitions {
    const { services, serviceentries } = this.fleet.tables;
    const objects = [...services.inCluster(this.cluster), ...serviceentries.inCluster(this.cluster)];
    const seen = objects.flatMap(({ uid }) => this.fleet.hosts.byUid(this.cluster, uid) ?? []).filter((host) => isHostInScope(host, this.scope));
    const hosts = new Map<string, HostObject[]>();
    const namespaces = new Map<string, HostObject[]>();
    for (const host of seen.sort(byHost)) {
      addToList(namespaces, host.selector.namespace, host);
      for (const name of new Set(host.hosts)) addToList(hosts, name, host);
    }
    return { byHost: hosts, byNamespace: namespaces };
  }

  #services(): ReadonlyMap<string, readonly KubernetesService[]> {
    const services = new Map<string, KubernetesService[]>();
    const seen = Array.from(this.fleet.tables.services.inCluster(this.cluster)).flatMap(({ namespace, parsed }) =>
      parsed !== null && isInScope(this.scope, this.cluster, "services", namespace) ? [parsed] : [],
    );
    for (const service of seen.sort(byName)) {
      for (const address of new Set((service.clusterAddresses ?? []).map(addressKey))) addToList(services, address, service);
    }
    return services;
  }

  #pods(): ReadonlyMap<string, readonly StoredPod[]> {
    const pods = new Map<string, StoredPod[]>();
    const all = Array.from(this.fleet.tables["workload-pods"].inCluster(this.cluster));
    for (const pod of all.sort(byName)) if (pod.address !== "") addToList(pods, pod.address, pod);
    return pods;
  }
}

/** The order of what a rule reads is always the same, however objects came. */
function inOrder(world: SelectionWorld): SelectionWorld {
  return {
    ...world,
    entries: [...world.entries].sort(byName),
    pods: [...world.pods].sort(byName),
    services: [...world.services].sort(byName),
    serviceEntries: [...world.serviceEntries].sort(byName),
    rules: [...world.rules].sort(byName),
    sidecars: [...world.sidecars].sort(byName),
    authentications: [...world.authentications].sort(byName),
    virtualServices: [...world.virtualServices].sort(byName),
  };
}
