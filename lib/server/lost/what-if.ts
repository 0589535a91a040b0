import type { GroupAfterLossRow, WhatIfQuery } from "@/lib/contract/views/what-if";
import { toEngineCaller } from "@/lib/domain/selection/default-caller";
import type { StoredPod } from "@/lib/domain/selection/objects";
import type { MeshSettings } from "@/lib/domain/selection/world";
import type { Scope } from "@/lib/domain/source/scope";
import { connectionOf } from "@/lib/domain/verdict/connection";
import { isSentServingClass } from "@/lib/domain/verdict/roll-up";
import {
  type EntryRemoval,
  entryRemovalOf,
  isStillListed,
  LOSS_MOMENTS,
  type LossMoment,
  type RemovalTally,
  tallyRemovals,
} from "@/lib/domain/what-if/leaving";
import type { ServiceTrafficEffect } from "@/lib/domain/what-if/service-traffic";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { type CalledService, defaultCallerFor } from "@/lib/server/hosts/default-callers";
import type { HostReader } from "@/lib/server/hosts/host-reader";
import { meshInSight } from "@/lib/server/hosts/mesh-of";
import { withoutMembers } from "@/lib/server/hosts/remaining-hosts";
import { type SeenWorld, selectionWorldFor } from "@/lib/server/hosts/selection-world";
import { sentPods } from "@/lib/server/hosts/sent-pods";
import { groupLosses } from "./group-losses";
import { type HostLoss, hostLosses } from "./host-losses";
import { TrafficWorld } from "./host-traffic";
import { type GatewayAfter, gatewaysAfter } from "./lost-gateways";
import { type LostMachines, lostMachines } from "./lost-machines";
import { type LostPods, lostPods } from "./lost-pods";
import { type ReplicasAfter, replicasAfter } from "./lost-replicas";

/** One host name of an object, before and after. */
export interface ListedLoss {
  readonly loss: HostLoss;
  readonly host: string;
}

/**
 * A fleet as it would be without what is lost, as one viewer sees it: the same selection over overlays, which stand still, so that an answer is right for as
 * long as nothing of the fleet changes.
 */
export class WhatIf {
  readonly asOf: number;
  readonly machines: LostMachines;
  readonly pods: LostPods;
  /** How each lost machine leaves that callers are sent. */
  readonly leaving: ReadonlyMap<EntryRef, EntryRemoval>;
  readonly tally: RemovalTally;
  readonly replicas: ReadonlyMap<string, ReplicasAfter>;
  /** By cluster; null = out of sight. */
  readonly gateways: ReadonlyMap<string, readonly GatewayAfter[] | null>;
  readonly hosts: readonly ListedLoss[];
  readonly groups: readonly GroupAfterLossRow[];
  readonly alive: HostReader;
  readonly #traffic = new Map<string, { readonly seen: SeenWorld; readonly traffic: TrafficWorld }>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    readonly query: WhatIfQuery,
  ) {
    this.asOf = fleet.now();
    this.machines = lostMachines(fleet, scope, query);
    this.pods = lostPods(fleet, scope, query, (cluster) => this.meshOf(cluster));
    this.replicas = new Map(this.clusters.map((cluster) => [cluster, this.#replicasOf(cluster)]));
    this.gateways = new Map(this.clusters.map((cluster) => [cluster, this.#gatewaysOf(cluster)]));
    this.leaving = this.#leavingOf(this.machines.all);
    this.tally = tallyRemovals(this.leaving.values());
    this.alive = withoutMembers(fleet, { entries: this.machines.all, pods: this.pods.all });
    const overlays = { alive: this.alive, listed: this.#listedAt(query.moment), unheld: this.#withoutHeld() };
    const losses = hostLosses(fleet, scope, query, { ...overlays, unplacedPods: this.pods.unplaced });
    this.hosts = losses.flatMap((loss) => [...new Set(loss.object.hosts)].map((host) => ({ loss, host })));
    this.groups = groupLosses(fleet, scope, query, { byGroup: this.machines.byGroup, leaving: this.leaving });
  }

  /** The clusters that are looked at. */
  get clusters(): readonly string[] {
    const { clusters } = this.query;
    return this.fleet.clusters.filter((cluster) => this.scope.clusters.has(cluster) && (clusters.length === 0 || clusters.includes(cluster)));
  }

  /** What of a cluster's policies and mesh the viewer sees. */
  seenOf(cluster: string): SeenWorld {
    return this.#worldOf(cluster).seen;
  }

  /** Whether the requests to a host would move. */
  trafficOf({ loss, host }: ListedLoss): ServiceTrafficEffect {
    return this.#worldOf(loss.object.cluster).traffic.of(loss, host, { fleet: this.fleet, alive: this.alive });
  }

  /** How many dead endpoints callers are sent at a moment: machines, Pods and what objects write themselves. */
  deadAt(moment: LossMoment): number {
    let dead = moment === "at-once" ? this.sentPods.size : 0;
    for (const leaving of this.leaving.values()) if (isStillListed(moment, leaving)) dead++;
    return dead + this.inlineLost;
  }

  /** The lost Pods that some host takes. */
  get takenPods(): readonly StoredPod[] {
    if (this.pods.all.size === 0) return [];
    const objects = new Set(this.hosts.map(({ loss }) => loss.object));
    const taken = new Set([...objects].flatMap((object) => this.fleet.hosts.pods(object)));
    return [...taken].filter((pod) => this.pods.all.has(pod));
  }

  /** False if more Pods may be lost: they are not visible, or their Nodes are not. */
  get knowsPods(): boolean {
    return this.pods.unplaced.size === 0 && this.clusters.every((cluster) => this.seenOf(cluster).missing.every(({ source }) => source !== "workload-pods"));
  }

  /** The lost Pods that callers are sent: published ones too, and no hidden ones. */
  get sentPods(): ReadonlySet<StoredPod> {
    if (this.pods.all.size === 0) return new Set();
    const objects = new Set(this.hosts.map(({ loss }) => loss.object));
    const sent = [...objects].flatMap((object) => sentPods(this.fleet, object, this.fleet.hosts.pods(object)));
    return new Set(sent.filter((pod) => this.pods.all.has(pod)));
  }

  get inlineLost(): number {
    const objects = new Map(this.hosts.map(({ loss }) => [loss.object, loss.inline]));
    return [...objects.values()].reduce((sum, { before, after }) => sum + before - after, 0);
  }

  /** Machines that stay and whose replica is lost: they connect to another one at once. */
  get reconnecting(): number {
    let count = 0;
    for (const [cluster, { lost, isNoneLeft }] of this.replicas) {
      if (lost.length === 0 || isNoneLeft) continue;
      const names = new Set(lost.map(({ name }) => name));
      for (const record of this.#groupsIn(cluster)) {
        for (const { value, count: held } of this.fleet.traits(record, "replica")) if (names.has(value)) count += held;
        for (const entry of this.machines.byGroup.get(record) ?? []) if (names.has(this.fleet.trait(entry, "replica"))) count--;
      }
    }
    return count;
  }

  /** A viewer knows where Pods are only where he may list their Nodes. */
  meshOf(cluster: string): MeshSettings {
    return meshInSight(this.fleet.worldOf(cluster), this.scope).settings;
  }

  *#groupsIn(cluster: string): Generator<FleetGroup, undefined> {
    for (const record of this.fleet.groups()) {
      const isPicked = this.query.namespaces.length === 0 || this.query.namespaces.includes(record.place.namespace);
      if (record.place.cluster === cluster && isPicked && sightOf(this.scope, record).machines) yield record;
    }
  }

  #replicasOf(cluster: string): ReplicasAfter {
    return replicasAfter(this.fleet.worldOf(cluster), this.scope, { parts: this.query.parts, mesh: this.meshOf(cluster), now: this.asOf });
  }

  #gatewaysOf(cluster: string): readonly GatewayAfter[] | null {
    return gatewaysAfter(this.fleet.worldOf(cluster), { fleet: this.fleet, scope: this.scope, parts: this.query.parts, mesh: this.meshOf(cluster) });
  }

  #leavingOf(lost: Iterable<EntryRef>): ReadonlyMap<EntryRef, EntryRemoval> {
    const found = new Map<EntryRef, EntryRemoval>();
    for (const entry of lost) {
      if (!isSentServingClass(this.fleet.judged(entry).servingClass)) continue;
      const whole = this.fleet.entry(entry);
      const replicas = this.replicas.get(whole.cluster);
      if (replicas === undefined) continue;
      const connection = connectionOf(whole, this.fleet.worldOf(whole.cluster), this.asOf);
      found.set(entry, entryRemovalOf(whole, connection, { world: replicas.world, replicas, now: this.asOf }));
    }
    return found;
  }

  /** Everybody is listed at once; later those are gone who left, and Pods as soon as their Nodes are found silent. */
  #listedAt(moment: LossMoment): HostReader {
    if (moment === LOSS_MOMENTS[0]) return this.fleet.hosts;
    const gone = [...this.leaving].filter(([, leaving]) => !isStillListed(moment, leaving)).map(([entry]) => entry);
    return withoutMembers(this.fleet, { entries: new Set(gone), pods: this.pods.all });
  }

  #withoutHeld(): HostReader {
    const held = [...this.leaving].filter(([, leaving]) => leaving.kind === "age" && leaving.why === "died-with-replica").map(([entry]) => entry);
    return withoutMembers(this.fleet, { entries: new Set(held), pods: new Set() });
  }

  #worldOf(cluster: string) {
    const known = this.#traffic.get(cluster);
    if (known !== undefined) return known;
    const seen = selectionWorldFor(this.fleet, cluster, this.scope, { namespaces: new Set() });
    const callerOf = (service: CalledService) => toEngineCaller(defaultCallerFor(this.fleet, this.scope, cluster, service));
    const made = { seen, traffic: new TrafficWorld(seen.world, this.query.parts, this.gateways.get(cluster) ?? [], callerOf) };
    this.#traffic.set(cluster, made);
    return made;
  }
}
