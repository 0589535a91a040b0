import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { ServiceEndpointCounts, ServiceSubject } from "@/lib/domain/findings/findings-world";
import { localityInUseKey, localityInUseOfKey, machineCountsByKey } from "@/lib/domain/findings/in-use";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import { inhabitedNamespaces } from "@/lib/server/fleet/inhabited-namespaces";
import { countsInSight } from "@/lib/server/hosts/counts-in-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject, HostSpread } from "@/lib/server/hosts/host-reader";
import { labelledLike } from "@/lib/server/hosts/label-origin";
import { sentPods } from "@/lib/server/hosts/sent-pods";
import { EntryReads } from "./entry-reads";
import { byHost, byName } from "./in-order";
import { READ } from "./reads";

/** Hosts, what they take, and all that decides about it. */
export abstract class HostReads extends EntryReads {
  hostsTaking(entry: WorkloadEntry) {
    this.notice(READ.hosts);
    const ref = this.refOf(entry);
    return ref === null ? [] : this.#seenHosts(this.parts.fleet.hosts.selecting(ref));
  }

  hostsIn(namespace: string) {
    this.notice(READ.hosts);
    return this.parts.selections.hostsIn(namespace);
  }

  hostsDefining(host: string) {
    this.notice(READ.definitions);
    return this.parts.selections.hostsDefining(host);
  }

  countsOf(host: ServiceSubject): ServiceEndpointCounts {
    this.#noticeHost(host, READ.counts);
    const object = this.#objectOf(host);
    if (object === null) return { machines: null, pods: null, inline: 0, addresses: 0 };
    const { fleet, scope } = this.parts;
    const { machines, pods, inline, addresses } = countsInSight(fleet.hosts.counts(object), object, scope, fleet);
    const healthy = (addresses ?? []).filter(({ ports }) => ports.some(({ health }) => health === "HEALTHY"));
    return { machines, pods: pods === null ? null : { taken: pods.taken, ready: pods.ready }, inline: inline.count, addresses: healthy.length };
  }

  *machinesOf(host: ServiceSubject) {
    this.#noticeHost(host, READ.machines);
    const object = this.#withMachines(host);
    if (object !== null) for (const ref of this.parts.fleet.hosts.machines(object)) yield this.parts.fleet.entry(ref);
  }

  labelledElsewhere({ selector }: ServiceSubject) {
    this.notice(READ.elsewhere | READ.mesh);
    const { fleet } = this.parts;
    for (const other of inhabitedNamespaces(fleet, this.cluster)) {
      if (other === selector.namespace || !this.seesEntries(other)) continue;
      const [first] = Array.from(labelledLike(fleet, { cluster: this.cluster, namespace: other }, selector), (ref) => fleet.entry(ref)).sort(byName);
      if (first !== undefined) return first;
    }
    return null;
  }

  placesOf(host: ServiceSubject) {
    const counts = machineCountsByKey(this.#spreadOf(host), ({ locality }) => localityInUseKey(locality));
    return counts.map(([key, machines]) => localityInUseOfKey(this.cluster, key, machines));
  }

  networksOf(host: ServiceSubject) {
    return machineCountsByKey(this.#spreadOf(host), ({ network }) => network).map(([name, machines]) => ({ cluster: this.cluster, name, machines }));
  }

  sentClassesOf(host: ServiceSubject) {
    this.#noticeHost(host, READ.spread | READ.counts);
    const object = this.#withMachines(host);
    const classes = object === null ? [] : (this.parts.fleet.hosts.classes(object) ?? []);
    return classes.flatMap(({ counts: { serving, inDoubt }, ...properties }) => {
      const machines = serving + inDoubt;
      return machines === 0 ? [] : [{ ...properties, machines }];
    });
  }

  mutualMachinesOf(host: ServiceSubject) {
    return this.#spreadOf(host).reduce((sum, { isMutual, machines }) => (isMutual ? sum + machines : sum), 0);
  }

  sentPodsOf(host: ServiceSubject) {
    this.#noticeHost(host, READ.pods);
    const { fleet } = this.parts;
    const object = this.#objectOf(host);
    if (object === null || !this.sees("workload-pods", host.selector.namespace)) return [];
    return sentPods(fleet, object, fleet.hosts.pods(object)).sort(byName);
  }

  podsAt(address: string) {
    this.noticeAddress(address, READ.podAddress);
    return this.parts.selections.podsAt(address).filter(({ namespace }) => this.parts.gates.seesPods(namespace));
  }

  servicesAt(address: string) {
    // IPv6 addresses have several texts, and entries are found by their text.
    if (addressFamily(address) === 4) this.noticeAddress(address, READ.podAddress);
    else this.notice(READ.otherAddress);
    return this.parts.selections.servicesAt(address);
  }

  selection(namespace?: string): SelectionWorld {
    this.notice(READ.definitions | READ.policies | READ.mesh | READ.gateways | READ.places | (namespace === undefined ? 0 : READ.neighbours));
    return this.parts.selections.world(namespace);
  }

  membersIn(namespace: string) {
    this.notice(READ.definitions | READ.neighbours | READ.name);
    return this.parts.selections.members(namespace);
  }

  istioGateways() {
    this.notice(READ.policies);
    return this.parts.selections.istioGateways();
  }

  #noticeHost({ uid }: ServiceSubject, bits: number): void {
    this.notice(this.subject.kind === "host" && this.subject.key === uid ? bits : READ.elsewhere);
  }

  #objectOf({ uid }: ServiceSubject): HostObject | null {
    const object = this.parts.fleet.hosts.byUid(this.cluster, uid);
    return object !== null && isHostInScope(object, this.parts.scope) ? object : null;
  }

  /** The host, where its machines are in sight. */
  #withMachines(host: ServiceSubject): HostObject | null {
    return this.seesEntries(host.selector.namespace) ? this.#objectOf(host) : null;
  }

  #spreadOf(host: ServiceSubject): readonly HostSpread[] {
    this.#noticeHost(host, READ.spread);
    const object = this.#withMachines(host);
    return object === null ? [] : this.parts.fleet.hosts.spread(object);
  }

  #seenHosts(hosts: readonly HostObject[]): readonly HostObject[] {
    return hosts.filter((host) => isHostInScope(host, this.parts.scope)).sort(byHost);
  }
}
