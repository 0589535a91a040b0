import { type Incident, type IncidentCause, type IncidentState, isEarlyJoin, type LostService } from "./incident";
import { INCIDENT_LIMITS, nextDecisionMoment } from "./limits";
import type { ObjectChange, ServiceId } from "./observation";
import { type StoredMachine, TrackedMachine, type TrackedMachineStatus } from "./tracked-machine";
import { TraitCounts, type TraitValue } from "./traits";

/** The parts of an incident that its members do not contain. */
type Head = Omit<Incident, "members" | "services">;

/** The moments from which its state follows. Milliseconds. */
interface Progress {
  /** The number of bad members or of services without an endpoint last rose, fell. */
  readonly roseAt: number;
  readonly fellAt: number;
  /** The last member or service returned, or was observed again after a gap. */
  readonly returnedAt: number;
  /** A machine was added, or more members were bad than ever. */
  readonly worseAt: number;
  /** The number of bad members when it became long-running. */
  readonly foldedBad: number;
}

/** An incident as it is stored. */
export interface StoredIncident {
  readonly head: Head;
  readonly progress: Progress;
  readonly services: readonly LostService[];
  readonly members: readonly StoredMachine[];
  readonly joins: readonly TraitValue[];
  /** The scope of the maintenance window that contains it; null = none. */
  readonly windowKey: string | null;
  readonly isCauseStale: boolean;
  /** Missing = false. */
  readonly areChangesStale?: boolean;
}

const NO_CAUSE: IncidentCause = { kind: "time-only", traits: [], group: null };

/** An incident that the engine still follows: its members, its state and the traits by which machines join it. */
export class TrackedIncident {
  readonly members = new Map<string, TrackedMachine>();
  /** The traits of the members that decide its cause; see `causeDecidingMembers`. */
  counts = new TraitCounts();
  /** Machines that share one of these join it. */
  joins: readonly TraitValue[] = [];
  windowKey: string | null = null;
  /** Its cause and the changes before it are out of date. */
  isCauseStale = true;
  /** The changes before it are out of date. */
  areChangesStale = false;
  #early = 0;
  #bad = 0;
  #waiting = 0;
  readonly #services = new Map<string, LostService>();
  #head: Head;
  #progress: Progress;
  #snapshot: Incident | null = null;

  private constructor(head: Head, progress: Progress) {
    this.#head = head;
    this.#progress = progress;
  }

  /** A new incident without members. Milliseconds. */
  static open(key: string, cluster: string, at: number): TrackedIncident {
    const head: Head = {
      ...{ key, clusters: [cluster], began: { at, notBefore: null }, openedAt: at, foundAtStart: false, state: "open", stateSince: at },
      ...{ unknownSince: null, cause: NO_CAUSE, changes: [], lastChange: null, peak: { at, bad: 0 }, endedAt: null, mergedInto: null },
      ...{ planned: null, appended: [] },
    };
    return new TrackedIncident(head, { roseAt: at, fellAt: 0, returnedAt: 0, worseAt: at, foldedBad: 0 });
  }

  static restore({ head, progress, services, members, joins, windowKey, isCauseStale, areChangesStale = false }: StoredIncident): TrackedIncident {
    const restored = new TrackedIncident(head, progress);
    restored.joins = joins;
    restored.windowKey = windowKey;
    for (const lost of services) restored.#services.set(serviceIdKey(lost.service), lost);
    for (const stored of members) restored.#put(new TrackedMachine(stored));
    restored.isCauseStale = isCauseStale;
    restored.areChangesStale = areChangesStale;
    return restored;
  }

  get stored(): StoredIncident {
    return {
      ...{ head: this.#head, progress: this.#progress, services: this.services, joins: this.joins },
      ...{ members: [...this.members.values()].map(({ stored }) => stored), windowKey: this.windowKey },
      ...{ isCauseStale: this.isCauseStale, areChangesStale: this.areChangesStale },
    };
  }

  get key(): string {
    return this.#head.key;
  }

  get head(): Head {
    return this.#head;
  }

  get cluster(): string {
    return this.#head.clusters[0] ?? "";
  }

  get bad(): number {
    return this.#bad;
  }

  get services(): readonly LostService[] {
    return [...this.#services.values()];
  }

  get isOver(): boolean {
    return this.#head.state === "over";
  }

  get servicesDown(): number {
    return this.#services.size === 0 ? 0 : this.services.filter(({ backAt }) => backAt === null).length;
  }

  /** True while new members decide what it is about. */
  isYoung(now: number): boolean {
    return now - this.#head.openedAt <= INCIDENT_LIMITS.compareMs;
  }

  /** True if a member joined within the last minutes, so that another failure may be part of the same event. */
  isGrowing(now: number): boolean {
    return this.isYoung(now) && now - this.#progress.roseAt <= INCIDENT_LIMITS.awayMs;
  }

  get incident(): Incident {
    this.#snapshot ??= { ...this.#head, services: this.services, members: [...this.members.values()].map(({ member }) => member) };
    return this.#snapshot;
  }

  /** Adds machines, or continues their earlier memberships. */
  addAll(machines: readonly TrackedMachine[], at: number): void {
    let { began, foundAtStart } = this.#head;
    let isNew = false;
    for (const machine of machines) {
      const { stoppedAt, notBefore, isFound } = machine.stored;
      if (stoppedAt < began.at || this.members.size === 0) {
        began = { at: stoppedAt, notBefore };
        foundAtStart = isFound;
      }
      const earlier = this.members.get(machine.machine.id);
      if (earlier === undefined) machine.join(at);
      else {
        this.#count(earlier.status, -1);
        machine.continue(earlier);
      }
      this.#put(machine, earlier === undefined);
      isNew ||= earlier === undefined;
    }
    this.set({ began, foundAtStart });
    this.#rise(at, isNew);
  }

  /** Applies an observation to a member. */
  update(machine: TrackedMachine, at: number, apply: () => void): void {
    const before = machine.status;
    apply();
    const after = machine.status;
    this.#count(before, -1);
    this.#count(after, 1);
    if (before === "bad" && after !== "bad") this.#progress = { ...this.#progress, fellAt: at };
    if (machine.stored.left?.how === "serving" && (before !== "done" || machine.stored.left.at === at)) this.#progress = { ...this.#progress, returnedAt: at };
    if (before !== "bad" && after === "bad") this.#rise(at, false);
    this.#snapshot = null;
  }

  /** `at`, `notBefore`: of the observation; see `began`. A service that is observed again without an endpoint is no new trouble. */
  loseService(service: ServiceId, at: number, notBefore: number | null): void {
    if (this.#services.get(serviceIdKey(service))?.backAt === null) return;
    if (this.members.size === 0 && this.#services.size === 0) this.set({ began: { at, notBefore } });
    this.#services.set(serviceIdKey(service), { service, lostLastAt: at, backAt: null });
    this.#rise(at, true);
  }

  /** Returns true if the service belongs to it. */
  returnService(service: ServiceId, at: number): boolean {
    const lost = this.#services.get(serviceIdKey(service));
    if (lost === undefined || lost.backAt !== null) return lost !== undefined;
    this.#services.set(serviceIdKey(service), { ...lost, backAt: at });
    this.#progress = { ...this.#progress, fellAt: at, returnedAt: at };
    this.#snapshot = null;
    return true;
  }

  hasService(service: ServiceId): boolean {
    return this.#services.has(serviceIdKey(service));
  }

  /** Its cluster is not observed from here on, or (null) is observed again: recoveries before the gap are not known to last. */
  setUnknownSince(since: number | null, at: number): void {
    if (this.isOver || (since === null) === (this.#head.unknownSince === null)) return;
    if (since === null) this.restartTimers(at);
    this.set({ unknownSince: since });
  }

  restartTimers(at: number): void {
    if (this.#progress.returnedAt > 0) this.#progress = { ...this.#progress, returnedAt: at };
  }

  /** Takes all of a younger incident, which ends with its address redirected. */
  absorb(other: TrackedIncident, at: number): void {
    for (const machine of other.members.values()) {
      const earlier = this.members.get(machine.machine.id);
      if (earlier !== undefined) this.#count(earlier.status, -1);
      this.#put(machine, earlier === undefined);
    }
    for (const [key, lost] of other.#services) this.#services.set(key, lost);
    const { began, foundAtStart } = other.#head.began.at < this.#head.began.at ? other.#head : this.#head;
    this.set({ began, foundAtStart });
    this.isCauseStale = true;
    this.#progress = { ...this.#progress, returnedAt: Math.max(this.#progress.returnedAt, other.#progress.returnedAt) };
    this.#rise(at, true);
    other.#clear();
    other.set({ state: "over", stateSince: at, endedAt: at, mergedInto: this.key });
  }

  /** Opens again without the members that belong to a later incident. */
  reopen(elsewhere: readonly string[], at: number): void {
    for (const id of elsewhere) this.members.delete(id);
    this.#recount();
    this.set({ state: "open", stateSince: at, endedAt: null });
  }

  /** The maintenance window ended: it is a normal incident that opens now, without the members whose trouble ended before. Returns these. */
  leaveWindow(at: number): readonly TrackedMachine[] {
    const ended = [...this.members.values()].filter(({ status }) => status === "done");
    for (const { machine } of ended) this.members.delete(machine.id);
    const [first] = [...this.members.values()].sort((a, b) => a.stored.stoppedAt - b.stored.stoppedAt);
    const began = first === undefined ? this.#head.began : { at: first.stored.stoppedAt, notBefore: first.stored.notBefore };
    this.windowKey = null;
    this.set({ planned: null, openedAt: at, began, peak: { at, bad: this.#bad } });
    this.#recount();
    this.isCauseStale = true;
    return ended;
  }

  /** Opens as long-running: trouble from before the first start. */
  fold(at: number): void {
    this.set({ state: "long-running", stateSince: at, foundAtStart: true });
    this.#progress = { ...this.#progress, foldedBad: this.#bad };
  }

  append(at: number, what: string): void {
    this.set({ appended: [...this.#head.appended, { at, what }] });
  }

  setChanges(changes: readonly ObjectChange[], lastChange: ObjectChange | null): void {
    this.set({ changes, lastChange });
  }

  set(changed: Partial<Head>): void {
    this.#head = { ...this.#head, ...changed };
    this.#snapshot = null;
  }

  /** Moves to the state that holds now. While the cluster is not observed, it neither ends nor recovers. */
  decide(now: number): void {
    if (this.isOver) return;
    const state = this.#stateAt(now);
    if (state === this.#head.state || (state !== "open" && this.#head.unknownSince !== null)) return;
    if (state === "long-running") this.#progress = { ...this.#progress, foldedBad: this.#bad };
    this.set({ state, stateSince: now, endedAt: state === "over" ? now : null });
  }

  /** The next moment at which time alone may change it; null = none. */
  nextDecisionAt(now: number): number | null {
    const { roseAt, fellAt, returnedAt, worseAt } = this.#progress;
    const moments = this.isOver
      ? [(this.#head.endedAt ?? now) + INCIDENT_LIMITS.evidenceMs]
      : this.#isCalm()
        ? [returnedAt + INCIDENT_LIMITS.servingMs]
        : [worseAt + INCIDENT_LIMITS.longRunningMs, ...(fellAt > roseAt ? [roseAt + INCIDENT_LIMITS.noneAddedMs, fellAt + INCIDENT_LIMITS.fallingMs] : [])];
    const next = Math.min(...moments.filter((moment) => moment > now));
    return Number.isFinite(next) ? nextDecisionMoment(next) : null;
  }

  #clear(): void {
    this.members.clear();
    this.#services.clear();
    this.#bad = 0;
    this.#waiting = 0;
  }

  #isCalm(): boolean {
    return this.#bad === 0 && this.servicesDown === 0;
  }

  #stateAt(now: number): IncidentState {
    const { roseAt, fellAt, returnedAt, worseAt } = this.#progress;
    if (this.#isCalm()) return this.#waiting === 0 && now - returnedAt >= INCIDENT_LIMITS.servingMs ? "over" : "recovering";
    if (this.#head.state === "long-running" || now - worseAt >= INCIDENT_LIMITS.longRunningMs) return "long-running";
    const isFalling = fellAt > roseAt && now - roseAt >= INCIDENT_LIMITS.noneAddedMs && now - fellAt < INCIDENT_LIMITS.fallingMs;
    return isFalling ? "recovering" : "open";
  }

  #put(machine: TrackedMachine, isNew = true): void {
    this.members.set(machine.machine.id, machine);
    this.#count(machine.status, 1);
    if (isNew) this.#countTraits(machine);
  }

  #countTraits({ stored, traits }: TrackedMachine): void {
    const isEarly = isEarlyJoin(stored.joinedAt ?? 0, this.#head.openedAt);
    if (isEarly) this.#early++;
    else if (this.#early > 1) return;
    this.counts.add(traits, stored.cause, stored.leftHealthy);
    this.isCauseStale = true;
  }

  #recount(): void {
    this.counts = new TraitCounts();
    this.#early = 0;
    const { isCauseStale } = this;
    for (const machine of this.members.values()) this.#countTraits(machine);
    this.isCauseStale = isCauseStale;
  }

  #count(status: TrackedMachineStatus, by: 1 | -1): void {
    if (status === "bad") this.#bad += by;
    if (status === "waiting") this.#waiting += by;
  }

  #rise(at: number, isNew: boolean): void {
    const { foldedBad } = this.#progress;
    const isWorse = isNew || this.#bad > this.#head.peak.bad;
    this.#progress = { ...this.#progress, roseAt: at, worseAt: isWorse ? at : this.#progress.worseAt };
    if (this.#bad > this.#head.peak.bad) this.set({ peak: { at, bad: this.#bad } });
    if (this.#head.state === "long-running" && (isNew || this.#bad > foldedBad)) this.set({ state: "open", stateSince: at });
    this.#snapshot = null;
  }
}

export function serviceIdKey({ cluster, namespace, kind, name, host }: ServiceId): string {
  return [cluster, namespace, kind, name, host].join("\n");
}
