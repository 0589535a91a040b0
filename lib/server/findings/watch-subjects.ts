import { inScope } from "@/lib/domain/scope";
import type { TableObject } from "@/lib/domain/table-object";
import type { WorkloadPod } from "@/lib/domain/workload-pod";
import type { World } from "@/lib/domain/world";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import { isSourceInSight } from "@/lib/server/hosts/counts-in-sight";
import { isHostInScope } from "@/lib/server/hosts/host-object";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { ClusterFindings } from "./cluster-findings";
import { READ } from "./reads";
import { hostObjectsOf, networkNames } from "./resolve-subject";
import type { ScopedFindings } from "./scoped-findings";
import { worldInSight } from "./sight-of-cluster";
import { placeKeyAt } from "./usage-index";
import { changedReads } from "./world-reads";

const POLICIES = ["destinationrules", "sidecars", "virtualservices", "peerauthentications", "authorizationpolicies", "gateways"] as const;
const OF_HOST = READ.counts | READ.spread | READ.machines | READ.pods;
/** By these a group has more or fewer members. */
const MEMBERSHIP = ChangedParts.of("existence", "group");
/** By these they have other values of what is counted of them. */
const TRAITS = ChangedParts.of("existence", "group", "place", "labels", "spec", "state");
/** By these a selector of their namespace misses them otherwise. */
const SELECTED_BY = ChangedParts.of("existence", "place", "labels", "spec");
/** So many entries are taken between two looks at the clock. */
const AT_ONCE = 64;

/** Takes all subjects of a fleet, and tells what is to be asked about again as it changes. */
export class SubjectWatch {
  readonly #worlds = new Map<string, World>();
  /** Namespaces of which somebody came or went. */
  readonly #recheck = new Map<ClusterFindings, Set<string>>();
  /** Hosts of which not all is counted yet. */
  readonly #unsettled = new Set<string>();
  /** Hosts as they were when they were last told of. */
  readonly #hosts = new Map<string, HostObject>();
  /** The entries that were there at first and are not taken yet; null = all are. */
  #first: Iterator<EntryRef> | null;
  readonly #ends: readonly (() => void)[];

  constructor(private readonly findings: ScopedFindings) {
    const { fleet } = findings;
    this.#first = fleet.entries()[Symbol.iterator]();
    for (const cluster of findings.clusters.values()) this.#begin(cluster);
    const { tables } = fleet;
    this.#ends = [
      fleet.subscribe({
        leaving: (ref, parts, moment) => this.#leaving(ref, parts, moment),
        entering: (ref, parts) => this.#entering(ref, parts),
        group: (group) => this.#group(group),
        world: (cluster) => this.#world(cluster),
      }),
      fleet.entryMemory?.hook((ref) => this.#remembered(ref)) ?? (() => undefined),
      fleet.hosts.subscribe((host) => this.#host(host)),
      ...POLICIES.map((source) => tables[source].hook((before, after) => this.#policy(after ?? before))),
      ...[tables.services, tables.serviceentries].map((table) => table.hook((before, after) => this.#definition(after ?? before))),
      tables.serviceaccounts.hook((before, after) => this.#account(before, after)),
      tables["workload-pods"].hook((before, after) => this.#pods(before, after)),
    ];
  }

  get hasAll(): boolean {
    return this.#first === null;
  }

  /** Takes the entries that were there at first, for as long as it may; true once it has all of them. */
  takeAll(mayGoOn: () => boolean = () => true): boolean {
    for (let taken = 1; this.#first !== null; taken++) {
      const { done, value } = this.#first.next();
      if (done === true) this.#first = null;
      else this.#take(value);
      if (taken % AT_ONCE === 0 && !mayGoOn()) break;
    }
    return this.hasAll;
  }

  close(): void {
    for (const end of this.#ends) end();
  }

  /** Looks again whether namespaces are inhabited of which somebody came or went: their hosts are subjects, or are not. */
  recheck(): void {
    for (const [cluster, namespaces] of this.#recheck) {
      for (const namespace of namespaces) if (cluster.turnsInhabited(namespace)) this.#hostsIn(cluster, namespace);
    }
    this.#recheck.clear();
  }

  #begin(cluster: ClusterFindings): void {
    const { fleet, scope } = this.findings;
    const world = worldInSight(fleet.worldOf(cluster.cluster), scope);
    this.#worlds.set(cluster.cluster, world);
    for (const group of fleet.groups()) if (group.place.cluster === cluster.cluster) this.#group(group);
    this.findings.put({ kind: "mesh", cluster: cluster.cluster, namespace: "", key: cluster.cluster });
    this.#worldSubjects(cluster, world);
    this.recheck();
  }

  /** Where an entry is, if it is in sight. */
  #clusterOf(ref: EntryRef): ClusterFindings | null {
    const { cluster, namespace } = this.findings.fleet.groupOf(ref).place;
    const here = this.findings.clusters.get(cluster);
    return here?.seesEntries(namespace) ? here : null;
  }

  #leaving(ref: EntryRef, parts: ChangedParts, { by }: ChangeMoment): void {
    const cluster = this.#clusterOf(ref);
    if (!cluster?.usage.has(ref)) return;
    this.#neighbours(cluster, ref, parts);
    cluster.usage.leave(ref);
    if (by !== "end" && by !== "forgotten") return;
    this.findings.affectEntry(ref);
    this.#look(cluster, this.findings.fleet.groupOf(ref).place.namespace);
  }

  #entering(ref: EntryRef, parts: ChangedParts): void {
    const cluster = this.#clusterOf(ref);
    if (cluster === null) return;
    cluster.usage.enter(ref);
    this.findings.affectEntry(ref);
    const { namespace } = this.findings.fleet.groupOf(ref).place;
    if (!cluster.isInhabited(namespace)) this.#look(cluster, namespace);
    this.#neighbours(cluster, ref, parts);
  }

  #remembered(ref: EntryRef): void {
    if (this.#clusterOf(ref)?.usage.has(ref)) this.findings.affectEntry(ref);
  }

  /** One that was there at first: all of them are asked about once they are taken. */
  #take(ref: EntryRef): void {
    const cluster = this.findings.fleet.isThere(ref) ? this.#clusterOf(ref) : null;
    if (cluster === null || cluster.usage.has(ref)) return;
    const { version } = cluster.usage;
    cluster.usage.enter(ref);
    if (cluster.usage.version !== version) this.#places(cluster, ref);
  }

  /** Whoever may have read this entry beside itself: as it was, and as it is. */
  #neighbours(cluster: ClusterFindings, ref: EntryRef, parts: ChangedParts): void {
    const { fleet, later } = this.findings;
    const { place, name } = fleet.groupOf(ref);
    this.#readers(cluster.usage.at(fleet.endpoint(ref).address), READ.address, ref);
    const ofGroup = READ.members | (parts.meets(MEMBERSHIP) ? READ.memberCounts : 0) | (parts.meets(TRAITS) ? READ.traits : 0);
    this.findings.affectSubject({ kind: "group", cluster: cluster.cluster, namespace: place.namespace, key: name }, ofGroup);
    for (const host of fleet.hosts.selecting(ref))
      this.findings.affectSubject({ kind: "host", cluster: cluster.cluster, namespace: place.namespace, key: host.uid }, READ.machines);
    this.#places(cluster, ref);
    cluster.selections.forgetMachines(place.namespace);
    later.tell(cluster, place.namespace, READ.name | (parts.meets(SELECTED_BY) ? READ.neighbours : 0));
    later.tell(cluster, null, READ.inUse | READ.namesInUse | READ.elsewhere | READ.otherAddress);
    later.tell(cluster, null, READ.address, 0);
  }

  /** Of these entries those are asked about again that have read such a thing. */
  #readers(refs: readonly EntryRef[], bits: number, but: EntryRef | null = null): void {
    for (const ref of refs) if (ref !== but && (this.findings.entryReads.of(ref) & bits) !== 0) this.findings.affectEntry(ref);
  }

  #places(cluster: ClusterFindings, ref: EntryRef): void {
    const { fleet } = this.findings;
    const mesh = { cluster: cluster.cluster, namespace: "" };
    this.findings.put({ kind: "place", ...mesh, key: placeKeyAt(fleet, ref) }, READ.own);
    this.findings.put({ kind: "network", ...mesh, key: fleet.endpoint(ref).network }, READ.own);
  }

  #look(cluster: ClusterFindings, namespace: string): void {
    this.#recheck.set(cluster, (this.#recheck.get(cluster) ?? new Set<string>()).add(namespace));
    this.findings.woken();
  }

  #hostsIn(cluster: ClusterFindings, namespace: string): void {
    this.findings.mayHaveTurned();
    for (const object of hostObjectsOf(this.findings.fleet, cluster.cluster)) {
      if (object.namespace === namespace) this.findings.put({ kind: "host", cluster: cluster.cluster, namespace, key: object.uid });
    }
  }

  #group({ place, name }: FleetGroup): void {
    const cluster = this.findings.clusters.get(place.cluster);
    cluster?.groups.forget(place.namespace);
    if (cluster === undefined || name === "" || !inScope(this.findings.scope, place.cluster, "workloadgroups", place.namespace)) return;
    this.findings.put({ kind: "group", cluster: place.cluster, namespace: place.namespace, key: name });
    this.findings.later.tell(cluster, place.namespace, READ.groups);
    this.#look(cluster, place.namespace);
  }

  #host(host: HostObject): void {
    const cluster = this.findings.clusters.get(host.cluster);
    this.findings.mayHaveTurned();
    if (cluster === undefined || !isHostInScope(host, this.findings.scope)) return;
    const { namespace } = host.selector;
    const isAnother = this.#hosts.get(host.uid) !== host;
    this.#hosts.set(host.uid, host);
    this.findings.put({ kind: "host", cluster: host.cluster, namespace, key: host.uid }, isAnother ? OF_HOST | READ.own : OF_HOST);
    this.findings.later.tell(cluster, null, READ.elsewhere);
    const [wasSettled, isSettled] = [!this.#unsettled.has(host.uid), this.findings.fleet.hosts.isSettled(host)];
    if (isSettled) this.#unsettled.delete(host.uid);
    else this.#unsettled.add(host.uid);
    if (isSettled && !wasSettled) this.findings.later.tell(cluster, namespace, READ.hosts);
  }

  #definition(object: TableObject | null): void {
    const cluster = this.#clusterInSight(object);
    if (cluster === null || object === null) return;
    cluster.selections.forget();
    this.#hosts.delete(object.uid);
    this.findings.put({ kind: "host", cluster: object.cluster, namespace: object.namespace, key: object.uid });
    this.findings.later.tell(cluster, object.namespace, READ.hosts);
    this.findings.later.tell(cluster, null, READ.definitions);
  }

  #policy(object: TableObject | null): void {
    const cluster = this.#clusterInSight(object);
    if (cluster === null) return;
    cluster.selections.forget();
    this.findings.later.tell(cluster, null, READ.policies);
  }

  /** That one is edited is nothing to anybody. */
  #account(before: TableObject | null, after: TableObject | null): void {
    const cluster = before === null || after === null ? this.#clusterInSight(after ?? before) : null;
    if (cluster !== null) this.findings.later.tell(cluster, (after ?? before)?.namespace ?? null, READ.accounts);
  }

  #clusterInSight(object: TableObject | null): ClusterFindings | null {
    if (object === null || !inScope(this.findings.scope, object.cluster, object.kind, object.namespace)) return null;
    return this.findings.clusters.get(object.cluster) ?? null;
  }

  #pods(before: WorkloadPod | null, after: WorkloadPod | null): void {
    const { scope, later } = this.findings;
    for (const pod of [before, after]) {
      const cluster = pod === null ? undefined : this.findings.clusters.get(pod.cluster);
      if (pod === null || cluster === undefined || !isSourceInSight(scope, pod.cluster, "workload-pods", pod.namespace)) continue;
      cluster.selections.forgetPods(pod.namespace);
      this.#readers(cluster.usage.at(pod.address), READ.podAddress);
      later.tell(cluster, pod.namespace, READ.neighbours);
      later.tell(cluster, null, READ.podAddress | READ.otherAddress, READ.otherAddress);
    }
  }

  #world(name: string): void {
    const cluster = this.findings.clusters.get(name);
    if (cluster === undefined) return;
    const { fleet, scope } = this.findings;
    const [before, after] = [this.#worlds.get(name), worldInSight(fleet.worldOf(name), scope)];
    this.#worlds.set(name, after);
    const bits = changedReads(before, after);
    if (bits === 0) return;
    this.findings.mayHaveTurned();
    cluster.selections.forget();
    this.findings.later.tell(cluster, null, bits);
    if (before !== undefined) this.#worldSubjects(cluster, before);
    this.#worldSubjects(cluster, after);
  }

  #worldSubjects(cluster: ClusterFindings, { replicas }: World): void {
    const mesh = { cluster: cluster.cluster, namespace: "" };
    for (const name of networkNames(cluster)) this.findings.put({ kind: "network", ...mesh, key: name });
    if (replicas.kind !== "denied") for (const name of replicas.value.keys()) this.findings.put({ kind: "replica", ...mesh, key: name });
  }
}
