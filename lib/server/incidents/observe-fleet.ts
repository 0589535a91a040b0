import type { EventTime } from "@/lib/domain/history/ending-evidence";
import type { LossEndReason, LossWithEnd } from "@/lib/domain/history/loss-ends";
import type { TroubledMachine } from "@/lib/domain/incidents/engine";
import type { Incident } from "@/lib/domain/incidents/incident";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import {
  isBad,
  type MachineCondition,
  type MachineFacts,
  type MaintenanceWindow,
  type Observation,
  type ObservationOf,
  type ServiceId,
} from "@/lib/domain/incidents/observation";
import { MESH_SERVICE_RESOURCE_BY_KIND } from "@/lib/domain/selection/objects";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { hasScaledIn, hasSizeWith } from "@/lib/server/fleet/group-sight";
import { type HostMemory, type ServiceName, serviceKey } from "@/lib/server/fleet/host-memory";
import type { HistoryRecord } from "@/lib/server/history/history-record";
import type { DeletedGroup } from "@/lib/server/history/queries/audit";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import { DeletedGroups } from "./deleted-groups";
import {
  conditionOfState,
  endObservation,
  engineNeedsCondition,
  goneObservation,
  lossObservation,
  machineFacts,
  machineId,
  machineObservation,
  observationsOfReplacement,
  unseenObservation,
} from "./machine-facts";
import { MaintenanceObserver } from "./observe-maintenance";
import { groupsOfNamespace, recordedChange } from "./recorded-changes";

const EXISTENCE = ChangedParts.of("existence");
/** The end of an entry is recorded at most a second after it. Then its facts are dropped. Milliseconds. */
const LEFT_MS = 5_000;
/** The history has the incident of a machine that left healthy within this time. Milliseconds. */
const INCIDENT_STORED_MS = INCIDENT_LIMITS.awayMs + 10_000;
/** Two replicas of Stolos observe the same loss within this time. Milliseconds. */
const REPLICAS_MS = 60_000;

export interface FleetObserverParts {
  readonly fleet: FleetReader & { readonly hostMemory: HostMemory };
  readonly now: () => number;
  readonly observe: (cluster: string, observation: Observation) => void;
  /** Called when groups wait for `observeChangedLosses`. */
  readonly wake: () => void;
}

interface OpenLoss {
  readonly machine: MachineFacts;
  readonly at: number;
  /** An earlier process observed it, and the history has not confirmed it yet. */
  readonly isRestored?: boolean;
  /** See `Observation`. The history knows whether it is lost. */
  readonly mayHaveScaledIn?: boolean;
}

/** A machine whose end is not recorded yet, with what its group was without it. */
interface LeftMachine extends SizeWithout {
  readonly machine: MachineFacts;
  readonly at: number;
}

/** A group without a machine. `hadSuccessor`: it had the expected size. `hadLeastSize`: it may shrink by itself, and had its least size. */
interface SizeWithout {
  readonly hadSuccessor: boolean;
  readonly hadLeastSize: boolean;
}

type Ended = Extract<HistoryRecord, { readonly kind: "ended" }>;

/**
 * Turns the records of the history into observations of machines, services and changes. A cluster counts from `scan` on: before, its lists are not complete.
 * The cost follows the records. A machine that serves costs two look-ups.
 */
export class FleetObserver implements FleetListener {
  /** The machines that do not serve, each with its last condition, by id. */
  readonly #notServing = new Map<string, { readonly machine: MachineFacts; readonly condition: MachineCondition }>();
  /** The lost machines that still count, by group and id. */
  readonly #losses = new Map<string, Map<string, OpenLoss>>();
  /** The accepted losses of each group, as long as its memory has them. A user can take an acceptance back. */
  readonly #accepted = new Map<string, readonly OpenLoss[]>();
  /** The groups whose memory changed. */
  readonly #remembered = new Map<string, { readonly cluster: string; readonly namespace: string; readonly name: string }>();
  readonly #left = new Map<string, LeftMachine>();
  /** The groups that users deleted with Stolos, by cluster. */
  readonly #deleted = new Map<string, DeletedGroups>();
  /** The last machine of each service that stopped serving, by the key of the service. */
  readonly #lastOfService = new Map<string, string>();
  /** The services without endpoints. */
  readonly #down = new Map<string, ServiceId>();
  readonly #namespaces = new Map<string, ReadonlySet<string>>();
  readonly #scanned = new Set<string>();
  /** Ends that the recorder found before the scan of their cluster. */
  #early: Ended[] = [];
  readonly #maintenance: MaintenanceObserver;
  readonly #unhook: readonly (() => void)[];

  constructor(private readonly parts: FleetObserverParts) {
    this.#maintenance = new MaintenanceObserver(parts);
    this.#unhook = [this.#maintenance.stop, parts.fleet.subscribe(this), parts.fleet.hostMemory.hook((service) => this.#service(service))];
  }

  stop(): void {
    for (const unhook of this.#unhook) unhook();
  }

  /** The lost machines that still count, and those that an incident may show as lost. */
  *lost(): Iterable<MachineFacts> {
    const now = this.parts.now();
    for (const losses of this.#losses.values())
      for (const { machine, at, mayHaveScaledIn } of losses.values()) if (mayHaveScaledIn !== true || now - at < INCIDENT_STORED_MS) yield machine;
  }

  /** Takes records in the order in which the recorder writes them. */
  records(records: readonly HistoryRecord[]): void {
    for (const [id, left] of this.#left) {
      if (this.parts.now() - left.at < LEFT_MS) break;
      this.#left.delete(id);
    }
    for (const record of records) {
      if (record.kind === "version" && record.subject.kind === "entry") this.#changed(record.subject, record.version);
      else if (record.kind === "ended" && record.subject.kind === "entry") this.#ended(record);
      else this.#change(record);
    }
  }

  /**
   * Takes what an earlier process observed: the machines that did not serve, accepted losses, the services without endpoints, and the maintenance windows. Before
   * the scan of their cluster.
   */
  restore(troubled: readonly TroubledMachine[], incidents: readonly Pick<Incident, "services" | "members">[], windows: readonly MaintenanceWindow[]): void {
    this.#maintenance.restore(windows);
    for (const { machine, condition, since } of troubled) {
      if (condition === "lost") this.#addLoss(groupKey(machine.cluster, machine.namespace, machine.group), { machine, at: since, isRestored: true });
      else this.#notServing.set(machine.id, { machine, condition });
    }
    for (const { service, backAt } of incidents.flatMap(({ services }) => services)) if (backAt === null) this.#down.set(serviceKey(service), service);
    for (const { machine, spans, left } of incidents.flatMap(({ members }) => members)) {
      const lost = left?.how === "accepted" ? spans.findLast(({ condition }) => condition === "lost") : undefined;
      if (lost !== undefined) this.#addAccepted(groupKey(machine.cluster, machine.namespace, machine.group), { machine, at: lost.from, isRestored: true });
    }
  }

  /**
   * Observes all machines and losses of a cluster: at the start, and after a pause. The history knows since when each is in its condition, unless it begins with
   * this scan (`isFirst`).
   */
  scan(cluster: string, isFirst: boolean): void {
    const { fleet, now } = this.parts;
    this.#scanned.add(cluster);
    this.#maintenance.scan(cluster);
    const at = now();
    const here = new Set<string>();
    for (const entry of fleet.entries()) {
      const { cluster: own, uid } = fleet.identityOf(entry);
      if (own !== cluster) continue;
      const id = machineId(cluster, uid);
      here.add(id);
      this.#observe(id, entry, isFirst ? { at, notBefore: null } : fleet.judged(entry).since);
    }
    const early = this.#early;
    this.#early = early.filter(({ subject }) => subject.cluster !== cluster);
    for (const record of early) if (record.subject.cluster === cluster) this.#ended(record);
    this.#forgetOthers(cluster, here, at);
    for (const group of fleet.groups()) if (group.place.cluster === cluster) this.#takeMemory(group);
    this.namespaces(cluster);
  }

  /** Forgets a cluster that is not configured any more. Its rows leave the fleet afterwards, and nothing is observed of them. */
  forget(cluster: string): void {
    this.#scanned.delete(cluster);
    this.#deleted.delete(cluster);
    this.#namespaces.delete(cluster);
    this.#maintenance.forget(cluster);
    this.#early = this.#early.filter(({ subject }) => subject.cluster !== cluster);
    for (const [id, { machine }] of this.#notServing) if (machine.cluster === cluster) this.#notServing.delete(id);
    for (const [key, service] of this.#down) if (service.cluster === cluster) this.#down.delete(key);
    for (const keyed of [this.#losses, this.#accepted, this.#remembered, this.#lastOfService])
      for (const key of keyed.keys()) if (key.startsWith(`${cluster}\n`)) keyed.delete(key);
  }

  /** Ends the restored losses that the history does not have any more, and checks the services of earlier incidents. After the history was read. */
  settleRestored(cluster: string): void {
    const isDropped = ({ machine, isRestored }: OpenLoss) => isRestored === true && machine.cluster === cluster && !this.#lacksMachines(machine);
    for (const [key, losses] of [...this.#losses])
      for (const loss of [...losses.values()]) if (isDropped(loss)) this.#settle(key, loss, "quiet", { endedAt: null });
    for (const [key, accepted] of [...this.#accepted])
      this.#setAccepted(
        key,
        accepted.filter((loss) => !isDropped(loss)),
      );
    for (const service of [...this.#down.values()]) if (service.cluster === cluster) this.#service(service);
  }

  /** A user deleted a group with Stolos. Its machines leave their incidents, also those whose end was observed before. */
  deletedGroup(cluster: string, deleted: DeletedGroup): void {
    const groups = this.#deletedIn(cluster);
    groups.add(deleted);
    const key = groupKey(cluster, deleted.namespace, deleted.name);
    for (const { machine, at } of [...(this.#losses.get(key)?.values() ?? [])]) {
      if (!groups.contains(machine, at)) continue;
      this.#removeLoss(key, machine);
      // At the moment of the loss: an engine that has not decided about it yet opens no incident.
      this.parts.observe(cluster, goneObservation(machine, at));
    }
  }

  leaving(entry: EntryRef, changed: ChangedParts, { by, at }: { readonly by: string; readonly at: number }): void {
    if (by !== "end" || !changed.meets(EXISTENCE)) return;
    const { fleet } = this.parts;
    const machine = machineFacts(fleet, entry);
    const group = fleet.groupOf(entry);
    // The group still has the machine.
    this.#left.set(machine.id, { machine, at, ...sizeWith(group, group.members.size - 1) });
    this.#noteServices(machine.id, entry);
  }

  /** In an outage each loss changes the memory of its group: all of them are taken together. */
  memory(group: FleetGroup): void {
    const { cluster, namespace } = group.place;
    if (!this.#scanned.has(cluster)) return;
    this.#remembered.set(groupKey(cluster, namespace, group.name), { cluster, namespace, name: group.name });
    this.parts.wake();
  }

  /** Observes the losses of groups whose memory changed. */
  observeChangedLosses(): void {
    for (const { cluster, namespace, name } of this.#remembered.values()) {
      const group = this.parts.fleet.group(cluster, namespace, name);
      if (group !== null) this.#takeMemory(group);
    }
    this.#remembered.clear();
  }

  /** Losses end by the group's memory. At a start it also has those that no process saw. */
  #takeMemory(group: FleetGroup): void {
    const key = groupKey(group.place.cluster, group.place.namespace, group.name);
    const open = new Map<string, OpenLoss[]>();
    for (const loss of this.#losses.get(key)?.values() ?? []) open.set(loss.machine.name, [...(open.get(loss.machine.name) ?? []), loss]);
    for (const loss of group.memory.losses ?? []) {
      const known = (open.get(loss.name) ?? []).find((one) => isSameLoss(one, loss)) ?? null;
      if (loss.end === null && known === null) this.#addKnownLoss(group, key, loss);
      if (known === null) continue;
      if (loss.end === null) this.#confirm(group, key, known, loss);
      else if (loss.end === "left-healthy") this.#settleScaledIn(key, known);
      else this.#settle(key, known, loss.end, loss);
    }
    this.#forgetAccepted(key, group.memory.losses ?? []);
  }

  /** A deleted namespace is a change of all its groups. */
  namespaces(cluster: string): void {
    const { fleet, now } = this.parts;
    const { names, partial } = fleet.namespacesOf(cluster);
    if (partial) return void this.#namespaces.delete(cluster);
    const next = new Set(names);
    for (const name of this.#namespaces.get(cluster) ?? []) {
      if (next.has(name)) continue;
      const groups = groupsOfNamespace(fleet, cluster, name);
      const change = { cluster, kind: "Namespace", namespace: "", name, what: "deleted", seenAt: now(), ownAt: null, groups, version: null };
      this.parts.observe(cluster, { kind: "change", at: change.seenAt, notBefore: null, change });
    }
    this.#namespaces.set(cluster, next);
  }

  #changed({ cluster, uid }: { readonly cluster: string; readonly uid: string }, { at, notBefore }: EventTime): void {
    if (!this.#scanned.has(cluster)) return;
    const entry = this.parts.fleet.byUid(cluster, uid);
    if (entry !== null) this.#observe(machineId(cluster, uid), entry, { at, notBefore });
  }

  #observe(id: string, entry: EntryRef, { at, notBefore }: EventTime): void {
    const { fleet, observe } = this.parts;
    const { state } = fleet.judged(entry);
    const condition = conditionOfState(state);
    const before = this.#conditionOf(id);
    if (!engineNeedsCondition(before, condition)) return;
    const machine = machineFacts(fleet, entry);
    if (condition === "serving") this.#notServing.delete(id);
    else this.#notServing.set(id, { machine, condition });
    if (isBad(condition) && !isBad(before)) this.#noteServices(id, entry);
    const { message, connection, connectionWhy } = fleet.row(entry);
    observe(machine.cluster, machineObservation(machine, { at, notBefore }, { state, message, connection, connectionWhy }));
  }

  #conditionOf(id: string): MachineCondition {
    return this.#notServing.get(id)?.condition ?? "serving";
  }

  #noteServices(id: string, entry: EntryRef): void {
    for (const { cluster, selector } of this.parts.fleet.hosts.selecting(entry)) {
      this.#lastOfService.set(serviceKey({ cluster, kind: selector.kind, namespace: selector.namespace, name: selector.name }), id);
    }
  }

  /**
   * Machines that are not in the fleet any more, and not lost, are gone. In a namespace that Stolos may not list any more, nothing is known of them: those in
   * trouble become unverified.
   */
  #forgetOthers(cluster: string, here: ReadonlySet<string>, at: number): void {
    for (const [id, { machine, condition }] of [...this.#notServing]) {
      if (machine.cluster !== cluster || here.has(id)) continue;
      if (!this.#lacksMachines(machine)) {
        this.#notServing.delete(id);
        this.parts.observe(cluster, goneObservation(machine, at));
      } else if (isBad(condition) && condition !== "unverified") {
        this.#notServing.set(id, { machine, condition: "unverified" });
        this.parts.observe(cluster, unseenObservation(machine, at));
      }
    }
  }

  /** True if Stolos may not list the machines of the namespace. */
  #lacksMachines({ cluster, namespace }: Pick<MachineFacts, "cluster" | "namespace">): boolean {
    return this.parts.fleet.lacks?.(cluster, "workloadentries", namespace) === true;
  }

  #ended(record: Ended): void {
    const { subject, series, moment, transitions } = record;
    if (!this.#scanned.has(subject.cluster)) return void this.#early.push(record);
    const end = transitions.find(({ type }) => type === "ended");
    if (end === undefined) return;
    const { cluster, namespace, name } = subject;
    const id = machineId(cluster, subject.uid);
    const machine = this.#factsOf(id, subject.uid, { id, cluster, namespace, name, group: series?.group ?? "", traits: {} });
    const observation = endObservation(machine, moment, end);
    if (observation === null) return;
    const wasInTrouble = isBad(this.#conditionOf(id));
    this.#notServing.delete(id);
    for (const one of this.#observationsOf(observation, wasInTrouble)) this.parts.observe(cluster, one);
  }

  /** A planned end, a loss that counts, or none: the machine was replaced before, or deleted with its group. */
  #observationsOf(ended: ObservationOf<"machine">, wasInTrouble: boolean): readonly Observation[] {
    const { machine, at, condition } = ended;
    if (condition !== "lost") return [ended];
    if (this.#deletedIn(machine.cluster).contains(machine, at)) return [{ ...ended, condition: "gone" }];
    const { hadSuccessor, hadLeastSize } = this.#sizeWithout(machine);
    if (hadSuccessor) return observationsOfReplacement(ended, wasInTrouble);
    const mayHaveScaledIn = hadLeastSize && ended.wasHealthy;
    this.#addLoss(groupKey(machine.cluster, machine.namespace, machine.group), { machine, at, mayHaveScaledIn });
    return [mayHaveScaledIn ? { ...ended, mayHaveScaledIn } : ended];
  }

  /** The end of a machine that was never in this fleet is found later. */
  #sizeWithout({ id, cluster, namespace, group }: MachineFacts): SizeWithout {
    const left = this.#left.get(id);
    if (left !== undefined) return left;
    const record = group === "" ? null : this.parts.fleet.group(cluster, namespace, group);
    return record === null ? { hadSuccessor: false, hadLeastSize: false } : sizeWith(record, record.members.size);
  }

  #deletedIn(cluster: string): DeletedGroups {
    const known = this.#deleted.get(cluster) ?? new DeletedGroups();
    this.#deleted.set(cluster, known);
    return known;
  }

  #factsOf(id: string, uid: string, recorded: MachineFacts): MachineFacts {
    const left = this.#left.get(id);
    if (left !== undefined) return left.machine;
    const entry = this.parts.fleet.byUid(recorded.cluster, uid);
    return entry === null ? recorded : machineFacts(this.parts.fleet, entry);
  }

  #addLoss(key: string, loss: OpenLoss): void {
    const losses = this.#losses.get(key) ?? new Map<string, OpenLoss>();
    losses.set(loss.machine.id, loss);
    this.#losses.set(key, losses);
  }

  /** The history has the loss. */
  #confirm({ place, name }: FleetGroup, key: string, known: OpenLoss, loss: LossWithEnd): void {
    const { machine, at, mayHaveScaledIn, isRestored } = known;
    if (isRestored || mayHaveScaledIn) this.#addLoss(key, { machine, at });
    if (mayHaveScaledIn) this.parts.observe(place.cluster, { ...lossObservation({ ...place, name }, loss), machine });
  }

  #addKnownLoss({ place, name }: FleetGroup, key: string, loss: LossWithEnd): void {
    const accepted = (this.#accepted.get(key) ?? []).find((one) => isLossOf(one, loss));
    const known = lossObservation({ ...place, name }, loss);
    const observation = accepted === undefined ? known : { ...known, at: this.parts.now(), machine: accepted.machine, isAcceptanceUndone: true as const };
    if (this.#deletedIn(place.cluster).contains(observation.machine, loss.at)) return;
    this.#addLoss(key, { machine: observation.machine, at: loss.at });
    this.parts.observe(place.cluster, observation);
  }

  #forgetAccepted(key: string, losses: readonly LossWithEnd[]): void {
    const accepted = this.#accepted.get(key);
    if (accepted === undefined) return;
    const kept = accepted.flatMap((one) => {
      const known = losses.find((loss) => isLossOf(one, loss));
      if (known === undefined) return one.isRestored ? [one] : [];
      return known.end === "accepted" ? [{ machine: one.machine, at: known.at }] : [];
    });
    this.#setAccepted(key, kept);
  }

  #addAccepted(key: string, loss: OpenLoss): void {
    this.#accepted.set(key, [...(this.#accepted.get(key) ?? []), loss]);
  }

  #setAccepted(key: string, accepted: readonly OpenLoss[]): void {
    if (accepted.length === 0) this.#accepted.delete(key);
    else this.#accepted.set(key, accepted);
  }

  /** Its group scaled in. If an incident has it, from an earlier version of Stolos, it leaves it. The engine still decides about a new one. */
  #settleScaledIn(key: string, loss: OpenLoss): void {
    if (this.parts.now() - loss.at >= INCIDENT_STORED_MS) this.#settle(key, loss, "size-changed", { endedAt: null });
  }

  #settle(key: string, loss: OpenLoss, end: LossEndReason, { endedAt, by = "" }: Pick<LossWithEnd, "endedAt" | "by">): void {
    const { machine } = loss;
    this.#removeLoss(key, machine);
    if (end === "accepted") this.#addAccepted(key, loss);
    this.parts.observe(machine.cluster, { kind: "settled", at: endedAt ?? this.parts.now(), notBefore: null, machineId: machine.id, how: end, by });
  }

  /**
   * A paused history forgets the loss, but not because the service has an endpoint again. An object that is not in the fleet was deleted, unless Stolos may not
   * list such objects.
   */
  #mayHaveEndpoint({ cluster, kind, namespace }: ServiceName, object: HostObject | null): boolean {
    const { fleet } = this.parts;
    return object === null ? fleet.sees(cluster, MESH_SERVICE_RESOURCE_BY_KIND[kind], namespace) : !hasNone(fleet.hosts.counts(object));
  }

  #removeLoss(key: string, machine: MachineFacts): void {
    const losses = this.#losses.get(key);
    losses?.delete(machine.id);
    if (losses?.size === 0) this.#losses.delete(key);
  }

  #change(record: HistoryRecord): void {
    const change = recordedChange(record, this.parts.fleet);
    if (change !== null) this.parts.observe(change.cluster, { kind: "change", at: change.seenAt, notBefore: null, change });
  }

  #service(name: ServiceName): void {
    const { fleet, now, observe } = this.parts;
    const { cluster, kind, namespace } = name;
    const key = serviceKey(name);
    const lost = fleet.hostMemory.lostEndpointsAt(cluster, kind, namespace, name.name);
    const object = fleet.hosts.find(cluster, kind, namespace, name.name);
    const down = this.#down.get(key);
    if (lost === null && (down === undefined || !this.#mayHaveEndpoint(name, object))) return;
    // A deleted service keeps the host name by which its incident has it.
    const service = down ?? { cluster, namespace, name: name.name, kind, host: object?.hosts[0] ?? name.name };
    if (lost === null) this.#down.delete(key);
    else this.#down.set(key, service);
    const lastMachineId = this.#lastOfService.get(key) ?? null;
    const at = lost === null ? now() : lost.since;
    observe(cluster, { kind: "service", at, notBefore: null, service, endpoints: lost === null ? 1 : 0, lastMachineId, reason: "" });
  }
}

/** True without an endpoint. */
function hasNone({ machines, pods, inline }: ReturnType<FleetReader["hosts"]["counts"]>): boolean {
  return machines.serving + machines.inDoubt + (pods?.ready ?? 0) + inline.count === 0;
}

function sizeWith(group: FleetGroup, registered: number): SizeWithout {
  return { hadSuccessor: hasSizeWith(group, registered), hadLeastSize: hasScaledIn(group, registered) };
}

function isLossOf(one: OpenLoss, loss: LossWithEnd): boolean {
  return one.machine.name === loss.name && isSameLoss(one, loss);
}

/** A restored loss may have the moment of another replica. */
function isSameLoss({ at, isRestored }: OpenLoss, loss: LossWithEnd): boolean {
  return at === loss.at || (isRestored === true && Math.abs(at - loss.at) <= REPLICAS_MS);
}

function groupKey(cluster: string, namespace: string, group: string): string {
  return `${cluster}\n${namespace}\n${group}`;
}
