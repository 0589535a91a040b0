import type { FindingHost, FindingHostCounts, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { networksOf, placeOfKey, sortedCounts } from "@/lib/domain/findings/in-use";
import { membershipOf } from "@/lib/domain/membership";
import type { KnownMesh } from "@/lib/domain/mesh/mesh-settings";
import { inScope, type Scope } from "@/lib/domain/scope";
import type { SelectionWorld } from "@/lib/domain/selection/world";
import type { SourceName } from "@/lib/domain/source";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { World } from "@/lib/domain/world";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { countsInSight } from "@/lib/server/hosts/counts-in-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { byHost, byName } from "./in-order";
import { type Noticed, READ } from "./reads";
import type { SelectionCache } from "./selection-cache";
import { seesSource, worldInSight } from "./sight-of-cluster";
import { placeKeyAt, type UsageIndex } from "./usage-index";
import { noticingWorld } from "./world-reads";

/** What the world of a cluster is read from. */
export interface FindingsParts {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly cluster: string;
  readonly usage: UsageIndex;
  readonly selections: SelectionCache;
}

/** One cluster of a fleet as a scope sees it, which notices what is read of it. */
export class FleetFindingsWorld implements FindingsWorld {
  readonly cluster: string;
  readonly #world: World;

  constructor(
    private readonly parts: FindingsParts,
    readonly now: number,
    private readonly noticed: Noticed,
  ) {
    this.cluster = parts.cluster;
    this.#world = noticingWorld(worldInSight(parts.fleet.worldOf(parts.cluster), parts.scope), noticed);
  }

  sees(source: SourceName, namespace?: string): boolean {
    return seesSource(this.parts.fleet, this.parts.scope, this.cluster, source, namespace);
  }

  verdict(entry: WorkloadEntry) {
    const ref = this.#refOf(entry);
    if (ref === null) throw new Error(`an entry of another fleet: ${entry.namespace}/${entry.name}`);
    return this.parts.fleet.verdict(ref);
  }

  entryNamed(namespace: string, name: string) {
    this.#notice(READ.name);
    const ref = this.#seesEntries(namespace) ? this.parts.fleet.byName(this.cluster, namespace, name) : null;
    return ref === null ? null : this.parts.fleet.entry(ref);
  }

  entriesAt(network: string, address: string) {
    this.#notice(READ.address);
    const entries = this.parts.usage.at(address).map((ref) => this.parts.fleet.entry(ref));
    return entries.filter((entry) => entry.network === network).sort(byName);
  }

  groupOf(entry: WorkloadEntry) {
    return this.groupNamed(entry.namespace, membershipOf(entry).group);
  }

  groupNamed(namespace: string, name: string) {
    this.#notice(READ.groups);
    if (name === "" || !inScope(this.parts.scope, this.cluster, "workloadgroups", namespace)) return null;
    return this.parts.fleet.group(this.cluster, namespace, name)?.object ?? null;
  }

  groupsIn(namespace: string) {
    this.#notice(READ.groups);
    if (!inScope(this.parts.scope, this.cluster, "workloadgroups", namespace)) return [];
    return Array.from(this.parts.fleet.groupsIn(this.cluster, namespace), ({ object }) => object)
      .filter((object) => object !== null)
      .sort(byName);
  }

  membersOf({ namespace, name }: WorkloadGroup) {
    this.#notice(READ.members);
    const record = this.#seesEntries(namespace) ? this.parts.fleet.group(this.cluster, namespace, name) : null;
    return record === null ? [] : Array.from(this.parts.fleet.members(record), (ref) => this.parts.fleet.entry(ref)).sort(byName);
  }

  memberCount({ namespace, name }: WorkloadGroup) {
    this.#notice(READ.memberCounts);
    return this.#seesEntries(namespace) ? (this.parts.fleet.group(this.cluster, namespace, name)?.members.size ?? 0) : 0;
  }

  traitsOf({ namespace, name }: WorkloadGroup, trait: Parameters<FindingsWorld["traitsOf"]>[1]) {
    this.#notice(READ.memberCounts);
    const record = this.#seesEntries(namespace) ? this.parts.fleet.group(this.cluster, namespace, name) : null;
    if (record === null) return [];
    const counts = this.parts.fleet.traits(record, trait).filter(({ count }) => count > 0);
    return counts.map(({ value, count }) => ({ value, count })).sort((a, b) => (a.value < b.value ? -1 : 1));
  }

  hostsTaking(entry: WorkloadEntry) {
    this.#notice(READ.hosts);
    const ref = this.#refOf(entry);
    return ref === null ? [] : this.#seenHosts(this.parts.fleet.hosts.selecting(ref));
  }

  hostsIn(namespace: string) {
    this.#notice(READ.hosts);
    return this.parts.selections.hostsIn(namespace);
  }

  hostsDefining(host: string) {
    this.#notice(READ.definitions);
    return this.parts.selections.hostsDefining(host);
  }

  countsOf(host: FindingHost): FindingHostCounts {
    this.#notice(READ.counts);
    const object = this.#objectOf(host);
    if (object === null) return { machines: null, pods: null, inline: 0 };
    const { machines, pods, inline } = countsInSight(this.parts.fleet.hosts.counts(object), object, this.parts.scope);
    return { machines, pods: pods === null ? null : { taken: pods.taken, ready: pods.ready }, inline: inline.count };
  }

  machinesOf(host: FindingHost) {
    return Array.from(this.#machinesOf(host), (ref) => this.parts.fleet.entry(ref)).sort(byName);
  }

  placesOf(host: FindingHost) {
    const counts = sortedCounts(this.#machinesOf(host), (ref) => placeKeyAt(this.parts.fleet, ref));
    return counts.map(([key, machines]) => placeOfKey(this.cluster, key, machines));
  }

  networksOf(host: FindingHost) {
    return networksOf(
      this.cluster,
      Array.from(this.#machinesOf(host), (ref) => this.parts.fleet.endpoint(ref)),
    );
  }

  podsOf(host: FindingHost) {
    this.#notice(READ.pods);
    const object = this.#objectOf(host);
    if (object === null || !this.sees("workload-pods", host.selector.namespace)) return [];
    return [...this.parts.fleet.hosts.pods(object)].sort(byName);
  }

  podsAt(address: string) {
    this.#notice(READ.podAddress);
    return this.parts.selections.podsAt(address);
  }

  selection(namespace?: string): SelectionWorld {
    this.#notice(READ.definitions | READ.policies | READ.mesh | READ.gateways | READ.places | (namespace === undefined ? 0 : READ.neighbours));
    return this.parts.selections.world(namespace);
  }

  passedHosts() {
    this.#notice(READ.policies);
    return this.parts.selections.passedHosts();
  }

  get mesh(): KnownMesh {
    this.#notice(READ.mesh | READ.gateways | READ.places);
    return meshInSight(this.parts.fleet.worldOf(this.cluster), this.parts.scope);
  }

  get world(): World {
    return this.#world;
  }

  placesInUse() {
    this.#notice(READ.inUse);
    return this.parts.usage.places();
  }

  networksInUse() {
    this.#notice(READ.inUse);
    return this.parts.usage.networks();
  }

  controllersInUse() {
    this.#notice(READ.inUse);
    return this.parts.usage.controllers();
  }

  #notice(bits: number): void {
    this.noticed.bits |= bits;
  }

  #seesEntries(namespace: string): boolean {
    return inScope(this.parts.scope, this.cluster, "workloadentries", namespace);
  }

  #refOf({ uid }: WorkloadEntry): EntryRef | null {
    return this.parts.fleet.byUid(this.cluster, uid);
  }

  #objectOf({ uid }: FindingHost): HostObject | null {
    const object = this.parts.fleet.hosts.byUid(this.cluster, uid);
    return object !== null && isHostInScope(object, this.parts.scope) ? object : null;
  }

  #machinesOf(host: FindingHost): Iterable<EntryRef> {
    this.#notice(READ.machines);
    const object = this.#objectOf(host);
    return object === null || !this.#seesEntries(host.selector.namespace) ? [] : this.parts.fleet.hosts.machines(object);
  }

  #seenHosts(hosts: readonly HostObject[]): readonly HostObject[] {
    return hosts.filter((host) => isHostInScope(host, this.parts.scope)).sort(byHost);
  }
}
