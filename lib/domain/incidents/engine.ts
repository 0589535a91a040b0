import { IncidentAssignment } from "./assignment";
import { type DueMoment, DueMoments } from "./due-moments";
import type { Incident } from "./incident";
import { IncidentTable, type StoredIncidentTable } from "./incident-table";
import { INCIDENT_LIMITS, nextDecisionMoment } from "./limits";
import { MaintenanceWindows, maintenanceScopeKey } from "./maintenance";
import {
  isBad,
  type MachineCondition,
  type MachineFacts,
  type MachinePopulation,
  type MaintenanceWindow,
  type ObjectChange,
  type Observation,
  type ObservationOf,
} from "./observation";
import { serviceIdKey, type TrackedIncident } from "./open-incident";
import { FailuresWithoutIncident, type RollingReplacement, type StoredFailuresWithoutIncident } from "./quiet-failures";
import { TrackedMachine } from "./tracked-machine";

/** The parts of the world that observations do not contain. */
export interface IncidentEngineContext {
  readonly population: MachinePopulation;
  /** Returns a new short random key. */
  newKey(): string;
}

/** The state of the engine as JSON. */
export interface StoredEngine {
  readonly now: number;
  readonly table: StoredIncidentTable;
  readonly services: readonly ObservationOf<"service">[];
  readonly windows: readonly MaintenanceWindow[];
  readonly changes: readonly ObjectChange[];
  readonly unseen: readonly string[];
  readonly quiet: StoredFailuresWithoutIncident;
  readonly due: readonly DueMoment[];
  readonly start: StartOfStolos;
}

/** A machine that does not serve. `since`: the beginning of its condition, in milliseconds. */
export interface TroubledMachine {
  readonly machine: MachineFacts;
  readonly condition: MachineCondition;
  readonly since: number;
}

/** The last start of Stolos. Milliseconds; `at` null = none was observed. */
interface StartOfStolos {
  readonly at: number | null;
  readonly isFirst: boolean;
}

/** Returns all incidents of a history, in the order in which they opened. `now` in milliseconds. */
export function replayIncidents(observations: readonly Observation[], now: number, world: IncidentEngineContext): readonly Incident[] {
  const engine = new IncidentEngine(world);
  engine.take(observations);
  engine.passTo(now);
  return [...new Map(engine.takeChanged().map((incident) => [incident.key, incident])).values()];
}

/**
 * Turns observations into incidents. It takes observations in order of time, in batches of any size, and decides on whole seconds. So the result does not depend
 * on the batches, and a restored engine continues as if it had not stopped. The cost follows the observations and due decisions.
 */
export class IncidentEngine {
  readonly #world: IncidentEngineContext;
  readonly #table = new IncidentTable();
  readonly #windows: MaintenanceWindows;
  readonly #quiet: FailuresWithoutIncident;
  readonly #due: DueMoments;
  /** Services that lost their last endpoint, until the report about its machine must be here. */
  readonly #services = new Map<string, ObservationOf<"service">>();
  readonly #unseen: Set<string>;
  #changes: ObjectChange[];
  #now: number;
  #start: StartOfStolos;

  constructor(world: IncidentEngineContext, stored?: StoredEngine) {
    this.#world = world;
    this.#windows = new MaintenanceWindows(stored?.windows);
    this.#quiet = new FailuresWithoutIncident(stored?.quiet);
    this.#due = new DueMoments(stored?.due);
    this.#unseen = new Set(stored?.unseen);
    this.#changes = [...(stored?.changes ?? [])];
    this.#now = stored?.now ?? 0;
    this.#start = stored?.start ?? { at: null, isFirst: false };
    if (stored !== undefined) this.#table.restore(stored.table);
    for (const lost of stored?.services ?? []) this.#services.set(serviceIdKey(lost.service), lost);
  }

  get stored(): StoredEngine {
    return {
      now: this.#now,
      table: this.#table.stored,
      services: [...this.#services.values()],
      windows: this.windows,
      changes: this.#changes,
      unseen: [...this.#unseen],
      quiet: this.#quiet.stored,
      due: this.#due.stored,
      start: this.#start,
    };
  }

  /** Incidents that are not over, and those that ended within the last hour. */
  get incidents(): readonly Incident[] {
    return this.#table.all.map(({ incident }) => incident);
  }

  /** The machines that do not serve, and lost ones that still count, each with its condition and its beginning. */
  get troubled(): readonly TroubledMachine[] {
    const members = this.#table.active.flatMap((incident) => [...incident.members.values()]);
    return [...members, ...this.#table.pending.values()].flatMap(({ machine, status, stored }) => {
      const span = stored.spans.at(-1);
      return status === "done" || span === undefined ? [] : [{ machine, condition: span.condition, since: span.from }];
    });
  }

  /** The maintenance windows that are not over. */
  get windows(): readonly MaintenanceWindow[] {
    return this.#windows.stored;
  }

  /** Rolling replacements: one quiet row per group. */
  get rolls(): readonly RollingReplacement[] {
    return this.#quiet.rollsAt(this.#now);
  }

  /** Returns the incidents that changed since the last call, for the store. */
  takeChanged(): readonly Incident[] {
    return this.#table.takeChanged();
  }

  /** Takes observations in order of time. */
  take(observations: readonly Observation[]): void {
    for (const observation of observations) {
      const at = Math.max(observation.at, this.#now);
      // Nothing was decided while Stolos was away.
      const isReturn = observation.kind === "started" && observation.stoppedAt !== null;
      this.#decideBefore(isReturn ? Math.min(at, (observation.stoppedAt ?? at) + 1) : at);
      this.#now = at;
      this.#apply(observation, at);
    }
  }

  /** Makes all decisions that are due at `now`. All observations up to `now` were taken before. Milliseconds. */
  passTo(now: number): void {
    this.#decideBefore(now + 1);
    this.#now = Math.max(now, this.#now);
  }

  /** The moment up to which everything was processed, in milliseconds; 0 = nothing was. */
  get processedTo(): number {
    return this.#now;
  }

  /** The next moment at which time alone changes something, in milliseconds; infinity = none. */
  get nextDecisionAt(): number {
    return this.#due.next;
  }

  #decideBefore(end: number): void {
    for (let next = this.#tickAt(); next < end; next = this.#tickAt()) this.#decide(next);
  }

  /** A decision that was due while Stolos was away falls on the first second after its start. */
  #tickAt(): number {
    return Math.max(this.#due.next, nextDecisionMoment(this.#now));
  }

  #apply(observation: Observation, at: number): void {
    switch (observation.kind) {
      case "machine":
        this.#observeMachine(observation, at);
        break;
      case "settled":
        this.#settle(observation, at);
        break;
      case "service":
        this.#observeService(observation, at);
        break;
      case "change":
        this.#addChange(observation.change, at);
        break;
      case "cluster":
        this.#observeCluster(observation, at);
        break;
      case "maintenance":
        this.#setWindow(observation, at);
        break;
      case "started":
        this.#start = { at, isFirst: observation.stoppedAt === null };
        for (const incident of this.#table.active) incident.restartTimers(at);
        break;
    }
  }

  #observeMachine(observation: ObservationOf<"machine">, at: number): void {
    const { id } = observation.machine;
    const incident = this.#table.ofMember(id);
    const member = incident?.members.get(id);
    if (incident !== undefined && member !== undefined) {
      incident.update(member, at, () => member.observe(observation));
      this.#changed(incident, at);
      return;
    }
    const pending = this.#table.pending.get(id);
    if (pending !== undefined) {
      pending.observe(observation);
      if (pending.status !== "bad") this.#drop(pending, at);
    } else if ((observation.isAcceptanceUndone === true || !this.#isLateEvidence(observation, at)) && isBad(observation.condition))
      this.#addPending(observation, at);
  }

  #addPending(observation: ObservationOf<"machine">, at: number): void {
    const isFound = this.#isAtStart(at) && (this.#start.isFirst || observation.notBefore !== null);
    const recent = this.#changes.filter(({ seenAt, cluster }) => cluster === observation.machine.cluster && at - seenAt <= INCIDENT_LIMITS.changedBeforeMs);
    const machine = TrackedMachine.stopped(
      observation,
      isFound,
      recent.filter(({ groups }) => groups !== null && groups.length > 1),
    );
    this.#table.pending.set(observation.machine.id, machine);
    this.#due.add({ at: nextDecisionMoment(at), kind: "failures", id: "" });
    for (const awayMs of machine.leftHealthy ? [INCIDENT_LIMITS.awayMs, INCIDENT_LIMITS.awayHealthyMs] : [INCIDENT_LIMITS.awayMs])
      this.#due.add({ at: nextDecisionMoment(at + awayMs), kind: "machine", id: observation.machine.id });
  }

  #isAtStart(at: number): boolean {
    return this.#start.at !== null && at - this.#start.at <= INCIDENT_LIMITS.startMs;
  }

  /** A machine whose loss was settled before its incident ended is no new trouble: a later sweep is evidence for the incident. */
  #isLateEvidence({ machine, condition, cause }: ObservationOf<"machine">, at: number): boolean {
    const incident = this.#table.ofFormer(machine.id);
    const left = incident?.members.get(machine.id)?.stored.left;
    if (incident === undefined || left === undefined || left === null || left.how === "serving") return false;
    if (condition === "serving" || condition === "waiting") {
      this.#table.forgetFormer(machine.id);
      return false;
    }
    incident.append(at, [machine.name, condition, cause].filter((part) => part !== "").join(" "));
    this.#changed(incident, at);
    return true;
  }

  #settle(observation: ObservationOf<"settled">, at: number): void {
    const { machineId } = observation;
    const incident = this.#table.ofMember(machineId);
    const member = incident?.members.get(machineId);
    if (incident !== undefined && member !== undefined) {
      incident.update(member, at, () => member.settle(observation));
      this.#changed(incident, at);
      return;
    }
    const pending = this.#table.pending.get(machineId);
    if (pending === undefined) return;
    pending.settle(observation);
    this.#drop(pending, at);
  }

  /** A failure that ended before it belonged to an incident. */
  #drop(machine: TrackedMachine, at: number): void {
    this.#table.pending.delete(machine.machine.id);
    this.#quiet.add(machine, at);
  }

  #observeService(observation: ObservationOf<"service">, at: number): void {
    const { service, endpoints } = observation;
    const key = serviceIdKey(service);
    const incidents = this.#table.ofService(service).filter(({ isOver }) => !isOver);
    for (const incident of incidents) {
      if (endpoints > 0) incident.returnService(service, at);
      else incident.loseService(service, at, observation.notBefore);
      this.#changed(incident, at);
    }
    if (endpoints > 0) this.#services.delete(key);
    else if (incidents.length === 0 && !this.#services.has(key)) {
      this.#services.set(key, observation);
      this.#due.add({ at: nextDecisionMoment(at + INCIDENT_LIMITS.serviceDelayMs), kind: "service", id: key });
    }
  }

  #addChange(change: ObjectChange, at: number): void {
    const kept = this.#changes.findIndex(({ seenAt }) => at - seenAt <= INCIDENT_LIMITS.rememberedChangeMs);
    if (kept > 0) this.#changes.splice(0, kept);
    this.#changes.push(change);
    for (const incident of this.#table.active) {
      if (incident.cluster !== change.cluster || !incident.isYoung(at)) continue;
      incident.areChangesStale = true;
      // Members are compared with the others as they were: a rollout of istiod moves all machines, and would make an old replica the cause.
      incident.isCauseStale ||= change.kind === "Namespace";
      this.#changed(incident, at);
    }
  }

  #observeCluster({ cluster, sight }: ObservationOf<"cluster">, at: number): void {
    const isSeen = sight === "observed";
    if (isSeen) this.#unseen.delete(cluster);
    else this.#unseen.add(cluster);
    for (const incident of this.#table.active) {
      if (incident.cluster !== cluster) continue;
      incident.setUnknownSince(isSeen ? null : at, at);
      this.#changed(incident, at);
    }
  }

  #setWindow(observation: ObservationOf<"maintenance">, at: number): void {
    const { cluster, namespace, group, reason, from, until } = observation;
    const key = maintenanceScopeKey(observation);
    this.#windows.set({ kind: "maintenance", cluster, namespace, group, reason, from, until });
    for (const moment of [from, until]) this.#due.add({ at: nextDecisionMoment(Math.max(moment, at)), kind: "window", id: key });
    const incident = this.#table.active.find((one) => one.windowKey === key);
    if (incident === undefined) return;
    incident.set({ planned: { reason, until } });
    this.#changed(incident, at);
  }

  #changed(incident: TrackedIncident, at: number): void {
    this.#table.touch(incident);
    this.#due.add({ at: nextDecisionMoment(at), kind: "incident", id: incident.key });
  }

  #decide(now: number): void {
    this.#now = now;
    const due = this.#due.take(now);
    const has = (kind: DueMoment["kind"]) => due.some((one) => one.kind === kind);
    for (const { kind, id } of due) {
      const incident = kind === "incident" ? this.#table.get(id) : undefined;
      if (incident !== undefined) this.#table.undecided.add(incident);
      if (kind === "window") this.#endWindow(id, now);
    }
    if (has("failures") || has("service") || has("window") || due.some(({ kind, id }) => kind === "machine" && this.#table.pending.has(id))) this.#assign(now);
    else if (this.#table.undecided.size > 0) this.#assignment(now).renewCauses();
    for (const { kind, id } of due) if (kind === "machine") this.#dropIfScaledIn(id, now);
    this.#decideStates(now);
  }

  /** Forgets a machine that left healthy as its group scaled in, unless an incident of several groups has it by now. */
  #dropIfScaledIn(machineId: string, now: number): void {
    const pending = this.#table.pending.get(machineId);
    if (pending?.mayHaveScaledIn && now - pending.stored.stoppedAt >= INCIDENT_LIMITS.awayMs) this.#drop(pending, now);
  }

  #assignment(now: number): IncidentAssignment {
    return new IncidentAssignment({
      ...{ table: this.#table, windows: this.#windows, population: this.#world.population, noise: this.#quiet.noiseAt(now), changes: this.#changes },
      ...{ unseen: this.#unseen, isFirstStart: this.#start.isFirst, newKey: () => this.#world.newKey(), now },
    });
  }

  #assign(now: number): void {
    const assignment = this.#assignment(now);
    assignment.run();
    for (const lost of [...this.#services.values()]) if (lost.at + INCIDENT_LIMITS.serviceDelayMs <= now) this.#assignService(lost, assignment, now);
    assignment.renewCauses();
  }

  /** A service belongs to the incident of its last machine. Without a bad machine it is an incident of its own. */
  #assignService(lost: ObservationOf<"service">, assignment: IncidentAssignment, now: number): void {
    const { service, lastMachineId } = lost;
    this.#services.delete(serviceIdKey(service));
    const last = lastMachineId === null ? undefined : this.#table.pending.get(lastMachineId);
    const ofMachine = last === undefined || last.mayHaveScaledIn ? this.#table.ofMember(lastMachineId ?? "") : assignment.openGroup([last]);
    const incident = ofMachine ?? this.#relapseOf(lost, now) ?? assignment.open([], service.cluster, []);
    const isOldTrouble = incident.members.size === 0 || incident.head.state === "long-running";
    incident.loseService(service, lost.at, lost.notBefore);
    if (incident.windowKey !== null) this.#table.leaveWindow(incident, now);
    if (isOldTrouble && this.#start.isFirst && this.#isAtStart(lost.at)) incident.fold(now);
    this.#changed(incident, now);
  }

  #relapseOf({ service, at }: ObservationOf<"service">, now: number): TrackedIncident | undefined {
    const former = this.#table.ofService(service).findLast(({ isOver, head }) => isOver && at - (head.endedAt ?? 0) <= INCIDENT_LIMITS.reopenMs);
    if (former !== undefined) this.#table.reopen(former, now);
    return former;
  }

  #endWindow(key: string, now: number): void {
    const window = this.#windows.get(key);
    if (window === undefined || window.until > now) return;
    this.#windows.delete(key);
    const incident = this.#table.active.find((one) => one.windowKey === key);
    if (incident !== undefined) this.#table.touch(incident);
  }

  /** Machines that are bad after the end of their window are a normal incident. */
  #leaveEndedWindow(incident: TrackedIncident, now: number): void {
    if (incident.windowKey === null || this.#windows.get(incident.windowKey) !== undefined || incident.bad === 0) return;
    this.#table.leaveWindow(incident, now);
    const groups = [...incident.counts.values.values()].flatMap(({ value }) => (value.trait === "group" ? [value] : []));
    this.#table.setJoins(incident, groups);
  }

  #decideStates(now: number): void {
    for (const incident of this.#table.undecided) {
      const { head } = incident;
      this.#leaveEndedWindow(incident, now);
      incident.decide(now);
      if (incident.head !== head) this.#table.touch(incident);
      if (incident.isOver && head.state !== "over") this.#table.release(incident);
      if (this.#table.isForgettable(incident, now)) this.#table.forget(incident);
      const next = incident.nextDecisionAt(now);
      if (next !== null) this.#due.add({ at: next, kind: "incident", id: incident.key });
    }
    this.#table.undecided.clear();
  }
}
