import type { Incident } from "./incident";
import { INCIDENT_LIMITS } from "./limits";
import type { ServiceId } from "./observation";
import { type StoredIncident, TrackedIncident } from "./open-incident";
import { type StoredMachine, TrackedMachine } from "./tracked-machine";
import type { TraitValue } from "./traits";

/** The table as it is stored. `former`: machines with the key of their last incident, if it is over. */
export interface StoredIncidentTable {
  readonly incidents: readonly StoredIncident[];
  readonly undecided: readonly string[];
  readonly pending: readonly StoredMachine[];
  readonly former: readonly (readonly [machineId: string, key: string])[];
}

/** An incident that a machine with the trait joins. */
interface JoinableIncident {
  readonly incident: TrackedIncident;
  readonly trait: TraitValue;
}

const NONE_JOINABLE: readonly JoinableIncident[] = [];

/** The incidents that the engine follows, and the machines that failed without one, with their indexes. */
export class IncidentTable {
  /** Machines that failed and belong to no incident yet. */
  readonly pending = new Map<string, TrackedMachine>();
  /** Incidents that changed since they were decided last. */
  readonly undecided = new Set<TrackedIncident>();
  readonly #incidents = new Map<string, TrackedIncident>();
  readonly #byMember = new Map<string, TrackedIncident>();
  /** The last incident of a machine, if it is over. */
  readonly #byFormer = new Map<string, TrackedIncident>();
  readonly #byJoin = new Map<string, TrackedIncident[]>();
  readonly #changed = new Set<TrackedIncident>();

  restore({ incidents, undecided, former, pending }: StoredIncidentTable): void {
    for (const machine of pending) this.pending.set(machine.machine.id, new TrackedMachine(machine));
    for (const stored of incidents) {
      const incident = TrackedIncident.restore(stored);
      this.#incidents.set(incident.key, incident);
      if (!incident.isOver) this.#index(incident);
    }
    for (const incident of this.active) for (const id of incident.members.keys()) this.#byMember.set(id, incident);
    for (const [id, key] of former) {
      const incident = this.#incidents.get(key);
      if (incident !== undefined) this.#byFormer.set(id, incident);
    }
    for (const key of undecided) {
      const incident = this.#incidents.get(key);
      if (incident !== undefined) this.undecided.add(incident);
    }
  }

  get stored(): StoredIncidentTable {
    return {
      incidents: this.all.map(({ stored }) => stored),
      undecided: [...this.undecided].map(({ key }) => key),
      pending: [...this.pending.values()].map(({ stored }) => stored),
      former: [...this.#byFormer].map(([id, { key }]) => [id, key] as const),
    };
  }

  /** All incidents that are followed, ended ones of the last hour included. */
  get all(): readonly TrackedIncident[] {
    return [...this.#incidents.values()];
  }

  get active(): readonly TrackedIncident[] {
    return this.all.filter(({ isOver }) => !isOver);
  }

  get(key: string): TrackedIncident | undefined {
    return this.#incidents.get(key);
  }

  ofMember(machineId: string): TrackedIncident | undefined {
    return this.#byMember.get(machineId);
  }

  ofFormer(machineId: string): TrackedIncident | undefined {
    return this.#byFormer.get(machineId);
  }

  /** The machine serves again: a later failure is new. */
  forgetFormer(machineId: string): void {
    this.#byFormer.delete(machineId);
  }

  ofService(service: ServiceId): readonly TrackedIncident[] {
    return this.all.filter((incident) => incident.hasService(service));
  }

  /** Incidents that machines with one of these traits join, each with the trait. */
  joinable(traits: readonly TraitValue[]): readonly JoinableIncident[] {
    if (this.#byJoin.size === 0) return NONE_JOINABLE;
    return traits.flatMap((trait) => (this.#byJoin.get(trait.key) ?? []).map((incident) => ({ incident, trait })));
  }

  touch(incident: TrackedIncident): void {
    this.undecided.add(incident);
    this.#changed.add(incident);
  }

  /** Returns the incidents that changed since the last call. */
  takeChanged(): readonly Incident[] {
    const changed = [...this.#changed].map(({ incident }) => incident);
    this.#changed.clear();
    return changed;
  }

  insert(incident: TrackedIncident): void {
    this.#incidents.set(incident.key, incident);
    this.touch(incident);
  }

  /** Adds pending machines to an incident. */
  addAll(incident: TrackedIncident, machines: readonly TrackedMachine[], at: number): void {
    incident.addAll(machines, at);
    for (const { machine } of machines) {
      this.pending.delete(machine.id);
      this.#byFormer.delete(machine.id);
      this.#byMember.set(machine.id, incident);
    }
    this.touch(incident);
  }

  setJoins(incident: TrackedIncident, traits: readonly TraitValue[]): void {
    this.#unindex(incident);
    incident.joins = traits;
    this.#index(incident);
  }

  /** Makes a normal incident of a planned one: its maintenance window ended. */
  leaveWindow(incident: TrackedIncident, at: number): void {
    for (const { machine } of incident.leaveWindow(at)) this.#byMember.delete(machine.id);
    this.touch(incident);
  }

  /** Moves all of the younger incident into the older one. */
  merge(older: TrackedIncident, younger: TrackedIncident, at: number): void {
    this.setJoins(younger, []);
    for (const id of younger.members.keys()) this.#byMember.set(id, older);
    older.absorb(younger, at);
    this.touch(older);
    this.touch(younger);
  }

  /** Releases the members of an incident that is over: a later failure of theirs is new, or a relapse. */
  release(incident: TrackedIncident): void {
    this.#unindex(incident);
    for (const id of incident.members.keys()) {
      if (this.#byMember.get(id) !== incident) continue;
      this.#byMember.delete(id);
      this.#byFormer.set(id, incident);
    }
  }

  /** Opens an incident again under its key, with those of its members that failed since. Members of a later incident stay there. */
  reopen(incident: TrackedIncident, at: number): void {
    const elsewhere: string[] = [];
    for (const id of incident.members.keys()) {
      const later = this.#byMember.get(id) ?? this.#byFormer.get(id) ?? incident;
      if (later !== incident) elsewhere.push(id);
      else {
        this.#byFormer.delete(id);
        this.#byMember.set(id, incident);
      }
    }
    incident.reopen(elsewhere, at);
    this.#index(incident);
    const relapsed = [...this.pending.values()].filter(({ machine }) => incident.members.has(machine.id));
    this.addAll(incident, relapsed, at);
  }

  /** Forgets an incident an hour after its end. */
  forget(incident: TrackedIncident): void {
    for (const id of incident.members.keys()) if (this.#byFormer.get(id) === incident) this.#byFormer.delete(id);
    this.#incidents.delete(incident.key);
  }

  isForgettable({ isOver, head }: TrackedIncident, now: number): boolean {
    return isOver && now - (head.endedAt ?? now) >= INCIDENT_LIMITS.evidenceMs;
  }

  #index(incident: TrackedIncident): void {
    for (const { key } of incident.joins) this.#byJoin.set(key, [...(this.#byJoin.get(key) ?? []), incident]);
  }

  #unindex(incident: TrackedIncident): void {
    for (const { key } of incident.joins) {
      const left = (this.#byJoin.get(key) ?? []).filter((one) => one !== incident);
      if (left.length === 0) this.#byJoin.delete(key);
      else this.#byJoin.set(key, left);
    }
  }
}
