import type { FindingHost, FindingHostCounts, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { placeKeyOf, placeOfKey, tallied } from "@/lib/domain/findings/in-use";
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
import { accountKey } from "@/lib/server/fleet/tables";
import { countsInSight } from "@/lib/server/hosts/counts-in-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject, HostSpread } from "@/lib/server/hosts/host-reader";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import type { SubjectRef } from "./finding";
import type { GroupCache } from "./group-cache";
import { byHost, byName } from "./in-order";
import { type Noticed, READ } from "./reads";
import type { SelectionCache } from "./selection-cache";
import { seesSource } from "./sight-of-cluster";
import type { UsageIndex } from "./usage-index";

/** What the world of a cluster is read from. */
export interface FindingsParts {
  readonly fleet: FleetReader;
  readonly scope: Scope;
  readonly cluster: string;
  readonly usage: UsageIndex;
  readonly selections: SelectionCache;
  readonly groups: GroupCache;
  /** Where it is noticed what rules read. */
  readonly noticed: Noticed;
  /** What is known beside the entries; what is read of it is noticed. */
  readonly world: World;
}

/** One cluster of a fleet as a scope sees it, for rules about one subject: it notices what is read of it. */
export class FleetFindingsWorld implements FindingsWorld {
  readonly cluster: string;

  constructor(
    private readonly parts: FindingsParts,
    private readonly subject: SubjectRef,
    readonly now: number,
  ) {
    this.cluster = parts.cluster;
  }

  sees(source: SourceName, namespace?: string): boolean {
    return seesSource(this.parts.fleet, this.parts.scope, this.cluster, source, namespace);
  }

  verdict(entry: WorkloadEntry) {
    const ref = this.#refOf(entry);
    if (ref === null) throw new Error(`an entry of another fleet: ${entry.namespace}/${entry.name}`);
    return this.parts.fleet.verdict(ref);
  }

  /** It turns with the entry itself, or it is told. */
  pastOf(entry: WorkloadEntry) {
    const ref = this.#refOf(entry);
    return ref === null ? null : (this.parts.fleet.entryMemory?.of(ref) ?? null);
  }

  entryNamed(namespace: string, name: string) {
    this.#notice(READ.name);
    const ref = this.#seesEntries(namespace) ? this.parts.fleet.byName(this.cluster, namespace, name) : null;
    return ref === null ? null : this.parts.fleet.entry(ref);
  }

  entriesAt(network: string, address: string) {
    this.#noticeAddress(address, READ.address);
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
    return this.parts.groups.in(namespace);
  }

  hasAccount(namespace: string, name: string) {
    this.#notice(READ.accounts);
    if (!inScope(this.parts.scope, this.cluster, "serviceaccounts", namespace)) return false;
    return this.parts.fleet.tables.serviceaccounts.byIndex("account", accountKey(this.cluster, namespace, name)).length > 0;
  }

  membersOf({ namespace, name }: WorkloadGroup) {
    this.#noticeGroup(namespace, name, READ.members);
    const record = this.#seesEntries(namespace) ? this.parts.fleet.group(this.cluster, namespace, name) : null;
    return record === null ? [] : Array.from(this.parts.fleet.members(record), (ref) => this.parts.fleet.entry(ref)).sort(byName);
  }

  memberCount({ namespace, name }: WorkloadGroup) {
    this.#noticeGroup(namespace, name, READ.memberCounts);
    return this.#seesEntries(namespace) ? (this.parts.fleet.group(this.cluster, namespace, name)?.members.size ?? 0) : 0;
  }

  traitsOf({ namespace, name }: WorkloadGroup, trait: Parameters<FindingsWorld["traitsOf"]>[1]) {
    this.#noticeGroup(namespace, name, READ.traits);
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
    this.#noticeHost(host, READ.counts);
    const object = this.#objectOf(host);
    if (object === null) return { machines: null, pods: null, inline: 0 };
    const { machines, pods, inline } = countsInSight(this.parts.fleet.hosts.counts(object), object, this.parts.scope);
    return { machines, pods: pods === null ? null : { taken: pods.taken, ready: pods.ready }, inline: inline.count };
  }

  *machinesOf(host: FindingHost) {
    this.#noticeHost(host, READ.machines);
    const object = this.#withMachines(host);
    if (object !== null) for (const ref of this.parts.fleet.hosts.machines(object)) yield this.parts.fleet.entry(ref);
  }

  placesOf(host: FindingHost) {
    const counts = tallied(this.#spreadOf(host), ({ locality }) => placeKeyOf({ locality, specLabels: [], metadataLabels: [] }));
    return counts.map(([key, machines]) => placeOfKey(this.cluster, key, machines));
  }

  networksOf(host: FindingHost) {
    return tallied(this.#spreadOf(host), ({ network }) => network).map(([name, machines]) => ({ cluster: this.cluster, name, machines }));
  }

  mutualMachinesOf(host: FindingHost) {
    return this.#spreadOf(host).reduce((sum, { isMutual, machines }) => (isMutual ? sum + machines : sum), 0);
  }

  podsOf(host: FindingHost) {
    this.#noticeHost(host, READ.pods);
    const object = this.#objectOf(host);
    if (object === null || !this.sees("workload-pods", host.selector.namespace)) return [];
    return [...this.parts.fleet.hosts.pods(object)].sort(byName);
  }

  podsAt(address: string) {
    this.#noticeAddress(address, READ.podAddress);
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
    return this.parts.world;
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

  zonesInUse() {
    this.#notice(READ.namesInUse);
    return this.parts.usage.zones();
  }

  networkNames() {
    this.#notice(READ.namesInUse);
    return this.parts.usage.networkNames();
  }

  #notice(bits: number): void {
    this.parts.noticed.bits |= bits;
  }

  #noticeHost({ uid }: FindingHost, bits: number): void {
    this.#notice(this.subject.kind === "host" && this.subject.key === uid ? bits : READ.elsewhere);
  }

  /** Of changes at an address those entries are told that are there; whoever asks about another one is told of all. */
  #noticeAddress(address: string, bits: number): void {
    const own = this.subject.kind === "entry" ? this.parts.fleet.byUid(this.cluster, this.subject.key) : null;
    this.#notice(own === null || this.parts.fleet.endpoint(own).address === address ? bits : READ.otherAddress);
  }

  #noticeGroup(namespace: string, name: string, bits: number): void {
    const { kind, key, namespace: own } = this.subject;
    this.#notice(kind === "group" && key === name && own === namespace ? bits : READ.elsewhere);
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

  /** The host, where its machines are in sight. */
  #withMachines(host: FindingHost): HostObject | null {
    return this.#seesEntries(host.selector.namespace) ? this.#objectOf(host) : null;
  }

  #spreadOf(host: FindingHost): readonly HostSpread[] {
    this.#noticeHost(host, READ.spread);
    const object = this.#withMachines(host);
    return object === null ? [] : this.parts.fleet.hosts.spread(object);
  }

  #seenHosts(hosts: readonly HostObject[]): readonly HostObject[] {
    return hosts.filter((host) => isHostInScope(host, this.parts.scope)).sort(byHost);
  }
}
