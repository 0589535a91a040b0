import type { LossWithEnd } from "@/lib/domain/history/loss-ends";
import type { LastEndpointLossWithMachines } from "@/lib/domain/history/lost-endpoints";
import { isBad, type MachineCondition, type MachineFacts, type MachinePopulation, type Observation } from "@/lib/domain/incidents/observation";
import type { World } from "@/lib/domain/mesh/world";
import type { MeshSettings } from "@/lib/domain/selection/world";
import { connectionOf } from "@/lib/domain/verdict/connection";
import type { ServiceName } from "@/lib/server/fleet/host-memory";
import type { DeletedGroups } from "@/lib/server/incidents/deleted-groups";
import { revisionOf } from "@/lib/server/incidents/fleet-population";
import {
  conditionOfState,
  endObservation,
  engineNeedsCondition,
  lossObservation,
  machineId,
  machineObservation,
  observationsOfReplacement,
} from "@/lib/server/incidents/machine-facts";
import { type ObjectEvent, objectChange } from "@/lib/server/incidents/recorded-changes";
import { CountedLosses, type EndedLoss } from "./counted-losses";
import { CountedPopulation } from "./counted-population";
import { CountedSizes } from "./counted-sizes";
import { ReplayedServices } from "./replayed-services";
import type { EndStep, HistoryStep, ObservedStep, UnobservedStep } from "./stored-steps";
import type { CommonFacts, EntryStep, StoredSubject } from "./stored-versions";

export interface HistoryReplayInput {
  readonly cluster: string;
  /** The world before the first recorded one. */
  readonly world: World;
  readonly mesh: MeshSettings;
  /** Losses end if no machine of their group joins or leaves for this time. Milliseconds. */
  readonly quietMs: number;
  /** The groups that users deleted with Stolos. */
  readonly deleted: DeletedGroups;
}

/** A machine that is registered, by its last version. */
interface PresentMachine {
  readonly namespace: string;
  readonly name: string;
  readonly group: string;
  readonly replica: string;
  readonly common: CommonFacts;
  readonly condition: MachineCondition;
}

/** The cluster as the history shows it at one moment. Each step returns what is observed with it, as `FleetObserver` observes the live fleet. */
export class HistoryReplay {
  readonly #machines = new Map<number, PresentMachine>();
  readonly #population: CountedPopulation;
  readonly #losses: CountedLosses;
  readonly #services: ReplayedServices;
  /** The objects of groups by namespace and name, each with its number in the history and its declared size. */
  readonly #groups = new Map<string, Map<string, { readonly subjectId: number; readonly size: string | null }>>();
  readonly #sizes = new CountedSizes();
  /** The newest world, and the one before it. `since` in milliseconds. */
  #worlds: readonly { readonly since: number; readonly world: World }[];
  /** Observations since the cluster is not observed by any process; null = it is. */
  #waiting: Observation[] | null = [];
  #at = 0;

  constructor(private readonly parts: HistoryReplayInput) {
    this.#worlds = [{ since: 0, world: parts.world }];
    this.#population = new CountedPopulation(parts.cluster, (replica) => replicaRevision(this.#worldsAt(this.#at)[0], replica));
    this.#losses = new CountedLosses(parts.quietMs);
    this.#services = new ReplayedServices(parts.mesh);
  }

  /** The numbers of machines at the last step. */
  get population(): MachinePopulation {
    return this.#population;
  }

  /** True while no process of Stolos runs: nothing is observed, and nothing may be decided. */
  get isAway(): boolean {
    return this.#waiting !== null;
  }

  /** The next moment at which time alone ends a loss or completes the endpoints of services, or infinity. */
  get nextDueAt(): number {
    return Math.min(this.#losses.nextQuietAt, this.#services.nextDueAt);
  }

  /** Passes to a due moment. */
  passTo(at: number): readonly Observation[] {
    this.#at = at;
    return this.#deliver([...(this.#services.nextDueAt <= at ? this.#services.takeChanged() : []), ...this.#settled(this.#losses.passTo(at))]);
  }

  /** Takes a step. All due moments before it were passed. */
  take(step: HistoryStep): readonly Observation[] {
    this.#at = Math.max(this.#at, step.at);
    switch (step.kind) {
      case "observed":
        return this.#begin(step);
      case "unobserved":
        return this.#stop(step);
      default:
        return this.#deliver(this.#take(step));
    }
  }

  /** A machine of a group was lost before the replay, and counts at its beginning. */
  addLoss(namespace: string, group: string, loss: LossWithEnd): void {
    const observation = lossObservation({ cluster: this.parts.cluster, namespace, name: group }, loss);
    if (this.parts.deleted.contains(observation.machine, loss.at)) return;
    this.#population.add(observation.machine, "lost");
    this.#losses.lose(observation.machine, loss.at, loss.wasHealthy);
    this.#deliver([observation]);
  }

  /** The last machine of a group joined or left at this moment before the replay. */
  moveGroup(namespace: string, group: string, at: number): void {
    this.#deliver(this.#settled(this.#losses.move(namespace, group, "", at, "planned")));
  }

  /** A service has no endpoint at the beginning of the replay. */
  addLostService(service: ServiceName, lost: LastEndpointLossWithMachines): void {
    this.#deliver([this.#services.setDown(service, lost)]);
  }

  #take(step: Exclude<HistoryStep, ObservedStep | UnobservedStep>): readonly Observation[] {
    switch (step.kind) {
      case "entry":
        return this.#takeEntry(step);
      case "ended":
        return this.#end(step);
      case "world":
        this.#worlds = [step, ...this.#worlds.slice(0, 1)];
        return [];
      case "service":
        this.#services.put(step.service);
        return [];
      case "gauge":
        this.#services.gauge(step);
        return [];
      case "group":
        return this.#takeGroup(step);
      case "object":
        return this.#change(step.event);
      case "size":
        this.#sizes.learn(step.namespace, step.group, step.known);
        return [];
      case "accepted":
        this.#sizes.accept(step.namespace, step.group);
        return this.#settled(this.#losses.accept(step.namespace, step.group, step.loss));
    }
  }

  /** Returns what changed while no process ran. Of each machine the last observation counts. */
  #begin({ at, start }: ObservedStep): readonly Observation[] {
    const { cluster } = this.parts;
    const observed: Observation = { kind: "cluster", at, notBefore: null, cluster, sight: "observed" };
    const waiting = this.#waiting;
    if (waiting === null) return [observed];
    this.#waiting = null;
    const stoppedAt = start?.stoppedAt ?? null;
    const last = new Map(waiting.flatMap((one) => (one.kind === "machine" ? [[one.machine.id, one] as const] : [])));
    const known = waiting.filter((one) => one.kind !== "machine" || last.get(one.machine.id) === one);
    return [{ kind: "started", at, notBefore: null, stoppedAt }, observed, ...known.map((one) => observedAtStart(one, at, stoppedAt === null))];
  }

  #stop({ at, sight, isStop }: UnobservedStep): readonly Observation[] {
    if (isStop) this.#waiting ??= [];
    return [{ kind: "cluster", at, notBefore: null, cluster: this.parts.cluster, sight }];
  }

  #deliver(observations: readonly Observation[]): readonly Observation[] {
    if (this.#waiting === null) return observations;
    this.#waiting.push(...observations);
    return [];
  }

  #takeEntry(step: EntryStep): readonly Observation[] {
    const { subjectId, namespace, name, group, common, at } = step;
    const before = this.#machines.get(subjectId);
    const condition = conditionOfState(step.state);
    const machine: PresentMachine = { namespace, name, group, replica: step.moving.controller, common, condition };
    this.#machines.set(subjectId, machine);
    if (before === undefined || before.group !== group || before.replica !== machine.replica || before.common !== common) {
      if (before !== undefined) this.#remove(before);
      this.#population.add(countedMachine(machine), "present");
      this.#sizes.register(namespace, group, 1);
    }
    const replaced = before === undefined ? this.#settled(this.#losses.move(namespace, group, name, at, "joined", this.#hasLeastSize(namespace, group))) : [];
    if (!engineNeedsCondition(before?.condition ?? "serving", condition)) return replaced;
    const id = machineId(this.parts.cluster, step.uid);
    if (isBad(condition) && !isBad(before?.condition ?? "serving")) this.#services.stop(namespace, common, { machineId: id, at });
    const { world, connectionWhy } = this.#reasonOf(step);
    const { connection, state, moving } = step;
    const message = state === "unhealthy" ? (moving.health?.message ?? "") : "";
    return [...replaced, machineObservation(this.#factsOf(id, machine, world), step, { state, message, connection, connectionWhy })];
  }

  #end(step: EndStep): readonly Observation[] {
    const { subjectId, namespace, name, uid, at } = step;
    const present = this.#machines.get(subjectId);
    const id = machineId(this.parts.cluster, uid);
    const group = step.group ?? present?.group ?? "";
    const machine: MachineFacts =
      present === undefined
        ? { id, cluster: this.parts.cluster, namespace, name, group, traits: {} }
        : this.#factsOf(id, present, this.#worldsAt(at)[0] ?? this.parts.world);
    const ended = endObservation(machine, step, step);
    if (present !== undefined) {
      this.#machines.delete(subjectId);
      this.#remove(present);
      this.#services.stop(namespace, present.common, { machineId: id, at });
    }
    if (ended === null) return [];
    const isDeleted = this.parts.deleted.contains(machine, at);
    const hadSuccessor = this.#sizes.isComplete(namespace, machine.group, this.#groups.get(namespace)?.get(machine.group)?.size);
    if (ended.condition === "gone" || isDeleted || hadSuccessor) {
      const others = this.#settled(this.#losses.move(namespace, machine.group, name, at, "planned"));
      if (ended.condition === "gone" || isDeleted) return [...others, { ...ended, condition: "gone" }];
      return [...others, ...observationsOfReplacement(ended, isBad(present?.condition ?? "serving"))];
    }
    this.#population.add(machine, "lost");
    const mayHaveScaledIn = ended.wasHealthy && this.#hasLeastSize(namespace, machine.group);
    const others = this.#settled(this.#losses.lose(machine, at, ended.wasHealthy, mayHaveScaledIn));
    return [...others, mayHaveScaledIn ? { ...ended, mayHaveScaledIn } : ended];
  }

  #hasLeastSize(namespace: string, group: string): boolean {
    return this.#sizes.hasLeastSize(namespace, group, this.#groups.get(namespace)?.get(group)?.size);
  }

  #remove(machine: PresentMachine): void {
    this.#population.remove(countedMachine(machine), "present");
    this.#sizes.register(machine.namespace, machine.group, -1);
  }

  #takeGroup({ namespace, name, subjectId, expectedSize, at }: StoredSubject & { readonly expectedSize: string | null; readonly at: number }) {
    const groups = this.#groups.get(namespace) ?? new Map();
    this.#groups.set(namespace, groups);
    const before = groups.get(name);
    groups.set(name, { subjectId, size: expectedSize });
    if (before?.subjectId !== subjectId || before.size !== expectedSize) this.#sizes.declare(namespace, name);
    if (before === undefined || before.subjectId !== subjectId || before.size === expectedSize) return [];
    return this.#settled(this.#losses.resize(namespace, name, at));
  }

  #change(event: ObjectEvent): readonly Observation[] {
    const { cluster, kind, namespace, name } = event.subject;
    const { type, at } = event.transition;
    if (type === "group-deleted") this.#groups.get(namespace)?.delete(name);
    // The live fleet does not have a deleted service any more, either.
    if (type === "service-deleted") this.#services.delete({ cluster, kind: kind === "service" ? "services" : "serviceentries", namespace, name });
    const change = objectChange(event, {
      inNamespace: (_, of) => this.#groupsIn(of),
      ofService: (_, service, of, own) => this.#groupsOfService({ cluster, kind: service, namespace: of, name: own }),
    });
    return change === null ? [] : [{ kind: "change", at, notBefore: null, change }];
  }

  #groupsIn(namespace: string): readonly string[] {
    const names = new Set(this.#groups.get(namespace)?.keys());
    for (const machine of this.#machines.values()) if (machine.namespace === namespace && machine.group !== "") names.add(machine.group);
    return [...names].map((name) => `${namespace}/${name}`);
  }

  #groupsOfService(service: ServiceName): readonly string[] {
    const selected = new Map<CommonFacts, boolean>();
    const groups = new Set<string>();
    for (const { namespace, group, common } of this.#machines.values()) {
      if (namespace !== service.namespace || group === "") continue;
      const isSelected = selected.get(common) ?? this.#services.selects(service, namespace, common);
      selected.set(common, isSelected);
      if (isSelected) groups.add(`${namespace}/${group}`);
    }
    return [...groups];
  }

  #settled(ended: readonly EndedLoss[]): readonly Observation[] {
    return ended.flatMap(({ machine, loss: { end, endedAt, by = "" } }) => {
      this.#population.remove(machine, "lost");
      return end === null || end === "left-healthy"
        ? []
        : [{ kind: "settled" as const, at: endedAt ?? this.#at, notBefore: null, machineId: machine.id, how: end, by }];
    });
  }

  #factsOf(id: string, { namespace, name, group, replica, common }: PresentMachine, world: World): MachineFacts {
    const { cluster } = this.parts;
    return { id, cluster, namespace, name, group, traits: { ...common.traits, replica, revision: replicaRevision(world, replica) } };
  }

  /** The reason why a connection is not verified is not stored: it follows from the world, by which the stored kind of the connection must follow, too. */
  #reasonOf({ at, connection: kind, moving, common }: EntryStep): { readonly world: World; readonly connectionWhy: string } {
    const worlds = this.#worldsAt(at);
    for (const world of kind === "ghost" || kind === "leaked" ? worlds : []) {
      const connection = connectionOf({ ...moving, registrationGroup: common.entry.registrationGroup }, world, at);
      if ((connection.kind === "ghost" || connection.kind === "leaked") && connection.kind === kind) return { world, connectionWhy: connection.why };
    }
    return { world: worlds[0] ?? this.parts.world, connectionWhy: "" };
  }

  /** The world at a moment first, then the one that comes next or was before. */
  #worldsAt(at: number): readonly World[] {
    const [newest, before] = this.#worlds;
    const inOrder = newest !== undefined && newest.since > at && before !== undefined ? [before, newest] : this.#worlds;
    return inOrder.map(({ world }) => world);
  }
}

/** Returns an observation as the start of a process finds it. At the first start it is not known since when a machine is in its condition. */
function observedAtStart(observation: Observation, at: number, isFirst: boolean): Observation {
  if (!isFirst) return { ...observation, at: Math.max(observation.at, at) };
  return observation.kind === "machine" && observation.condition !== "lost" ? { ...observation, at, notBefore: null } : observation;
}

function countedMachine({ namespace, group, replica, common }: PresentMachine) {
  return { namespace, group, traits: { ...common.traits, replica } };
}

function replicaRevision(world: World | undefined, replica: string): string {
  return world === undefined ? "" : revisionOf({ worldOf: () => world }, world.cluster, replica);
}
