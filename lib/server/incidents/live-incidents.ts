import type { ClusterStatus } from "@/lib/contract/status";
import type { EndingCause } from "@/lib/domain/history/transition";
import type { Incident } from "@/lib/domain/incidents/incident";
import type { ClusterObservationStatus, MachinePopulation, Observation } from "@/lib/domain/incidents/observation";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import type { HistoryRecord } from "@/lib/server/history/history-record";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { IncidentKeeper } from "@/lib/server/history/keep-incidents";
import { type DeletedGroup, isGroupDeletion } from "@/lib/server/history/queries/audit";
import type { IncidentStore } from "@/lib/server/history/store-incidents";
import { log, thrownFields } from "@/lib/server/log";
import { FleetPopulation } from "./fleet-population";
import { FleetObserver } from "./observe-fleet";
import type { PastIncidents } from "./past/incidents-of-history";

/** Observations wait this long for each other. Milliseconds. */
const BATCH_MS = 200;
/** A cluster that is not recorded is checked again after this time. Milliseconds. */
const CHECK_MS = 1_000;
/** Changes are stored after this time, and after a failure after the longer one. Milliseconds. */
const SAVE_MS = 1_000;
const SAVE_AGAIN_MS = 5_000;
const DAY_MS = 86_400_000;
/** An older history is searched this far back. 1,200 machines with 120 versions of each in a day took 24 s for 7 days. */
const PAST_DAYS = 7;
const PAST_MACHINE_DAYS = 8_400;
/** Kubernetes deletes the entries of a deleted group within this time (docs/istio.md#group-deletion). Milliseconds. */
const DELETED_MS = 30 * 60_000;
/** Incidents wait this long for the audit of deleted groups. Milliseconds. */
const ANSWER_MS = 2_000;
/** The losses of all groups are read from the history this long after a start. Milliseconds. */
const LOSSES_READ_MS = 60_000;

export interface LiveIncidentsParts {
  readonly fleet: LiveFleet;
  readonly clock: Clock;
  /** True while all of the cluster that can be seen is recorded. */
  readonly watches: (cluster: string) => boolean;
  readonly store: IncidentStore;
  /** True while the database accepts writes. */
  readonly isRecording: () => boolean;
  /** Finds the incidents of a history that was written before incidents were stored. Milliseconds. */
  readonly findPast: (cluster: string, range: { readonly from: number; readonly to: number }) => Promise<PastIncidents>;
}

/** Runs the engines of incidents, one for each cluster, over the live fleet. Stores the incidents, and gives them to the fleet's memory. */
export class LiveIncidents {
  readonly #observer: FleetObserver;
  readonly #clusters: Map<string, ClusterIncidents>;
  /** The keepers of removed clusters, until all is stored. */
  readonly #removed = new Set<IncidentKeeper>();
  readonly #statuses = new Map<string, ClusterStatus>();
  readonly #startedAt: number;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancelPass: () => void = () => undefined;
  #cancelCheck: (() => void) | null = null;
  #cancelSave: (() => void) | null = null;
  #hasFailed = false;
  #isStopped = false;

  constructor(private readonly parts: LiveIncidentsParts) {
    const { fleet, clock } = parts;
    this.#startedAt = clock.now();
    this.#observer = new FleetObserver({
      ...{ fleet, now: () => clock.now(), observe: (cluster, observation) => this.#observe(cluster, observation) },
      wake: () => this.#wake(BATCH_MS),
    });
    this.#clusters = new Map(fleet.clusters.map((cluster) => [cluster, new ClusterIncidents(cluster, this.#startedAt)]));
  }

  /** Begins with a cluster that is configured from now on. */
  add(cluster: string): void {
    if (this.#isStopped || this.#clusters.has(cluster)) return;
    this.#clusters.set(cluster, new ClusterIncidents(cluster, this.parts.clock.now()));
    this.check();
  }

  /**
   * The cluster is not configured any more. Its open incidents are stored as not known since now, and leave the live pages. Called before its rows leave the fleet.
   */
  remove(cluster: string): void {
    const own = this.#clusters.get(cluster);
    if (this.#isStopped || own === undefined) return;
    const now = this.parts.clock.now();
    if (own.sight !== null) own.waiting.push({ kind: "cluster", at: now, notBefore: null, cluster, sight: "not-recorded" });
    if (own.keeper !== null && own.sight !== null) own.passTo(now);
    this.#clusters.delete(cluster);
    this.#statuses.delete(cluster);
    this.#observer.forget(cluster);
    this.parts.fleet.incidentMemory.forgetCluster(cluster);
    if (own.keeper?.isUnsaved) this.#removed.add(own.keeper);
    this.#saveSoon(0);
  }

  /** Takes what the recorder writes, in its order. */
  records(records: readonly HistoryRecord[]): void {
    if (this.#isStopped) return;
    this.#observer.records(records);
    // Another replica of Stolos may have deleted the group.
    for (const own of this.#clusters.values()) if (records.some((record) => isDeletedWithGroup(record, own.cluster))) void this.#readDeletedGroups(own);
  }

  /** Takes an audit line of this process. Milliseconds. */
  audit(line: AuditLine, at: number): void {
    const { cluster, namespace, name } = line;
    if (!this.#isStopped && isGroupDeletion(line)) this.#observer.deletedGroup(cluster, { namespace, name, at });
  }

  /** Takes the status of a cluster. */
  status(status: ClusterStatus): void {
    const before = this.#statuses.get(status.cluster)?.freshness.kind;
    this.#statuses.set(status.cluster, status);
    if (before !== status.freshness.kind) this.check();
  }

  /** The database accepts writes again. It may be another one. */
  recording(): void {
    this.parts.store.forget();
    for (const { keeper } of this.#clusters.values()) keeper?.storeAgain();
    this.#saveSoon(SAVE_MS);
    this.check();
  }

  /** Checks again whether each cluster is recorded. */
  check(): void {
    if (this.#isStopped) return;
    for (const own of this.#clusters.values()) this.#checkCluster(own);
    const isWaiting = [...this.#clusters.values()].some(({ sight }) => sight !== "observed");
    if (isWaiting) this.#cancelCheck ??= this.parts.clock.setTimer(() => this.#checkAgain(), CHECK_MS);
  }

  /** Resolves when everything is stored, or cannot be. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    if (Number.isFinite(this.#wakeAt)) this.#pass();
    this.#isStopped = true;
    for (const cancel of [this.#cancelPass, this.#cancelCheck, this.#cancelSave]) cancel?.();
    this.#observer.stop();
    await this.#save();
  }

  #checkAgain(): void {
    this.#cancelCheck = null;
    this.check();
  }

  #checkCluster(own: ClusterIncidents): void {
    if (own.keeper === null) {
      if (!own.isReading && this.parts.isRecording()) void this.#restore(own);
      return;
    }
    const sight = this.#sightOf(own.cluster);
    // A cluster that this process never observed is not known since an earlier one stopped.
    if (sight === null || sight === own.sight || (own.sight === null && sight !== "observed")) return;
    const now = this.parts.clock.now();
    const isStart = own.sight === null;
    const isFirst = own.keeper.processedTo === 0 && own.keeper.incidents.length === 0;
    own.setSight(sight, now);
    if (isStart) {
      this.#observer.restore(own.keeper.troubled, own.keeper.incidents, own.keeper.windows);
      this.#observe(own.cluster, { kind: "started", at: now, notBefore: null, stoppedAt: isFirst ? null : own.stoppedAt });
      for (const deleted of own.deletedBefore) this.#observer.deletedGroup(own.cluster, deleted);
      this.parts.clock.setTimer(() => this.#isStopped || this.#observer.settleRestored(own.cluster), LOSSES_READ_MS);
    }
    this.#observe(own.cluster, { kind: "cluster", at: now, notBefore: null, cluster: own.cluster, sight });
    if (sight === "observed") this.#observer.scan(own.cluster, isFirst);
  }

  /** Reads the stored incidents. Until their cluster is observed, they are not known since Stolos stopped. */
  async #restore(own: ClusterIncidents): Promise<void> {
    own.isReading = true;
    const { fleet, store } = this.parts;
    const { cluster } = own;
    try {
      // An earlier engine of the same cluster stores its incidents first.
      if (this.#removed.size > 0 && !(await this.#save())) return;
      const { ended, watched, knownSince, olderThan, isStored } = await store.before(cluster, own.startedAt);
      const isOlder = !isStored && watched !== null;
      // The replay needs the settings of the mesh.
      if (isOlder && !this.parts.watches(cluster)) return;
      const from = isOlder ? this.#pastFrom(cluster, watched.from) : 0;
      const past = isOlder ? await this.#findPast(cluster, { from, to: watched.to }) : null;
      const searchedFrom = isOlder && past === null ? own.startedAt : from;
      const onChange = (changed: readonly Incident[], renamed: Iterable<string>) => fleet.incidentMemory.update(changed, renamed);
      const keeper = await IncidentKeeper.start({ store, cluster, population: this.#population(), onChange, past });
      const deletedBefore = await store.groupsDeletedIn(cluster, { from: own.startedAt - PAST_DAYS * DAY_MS, to: this.parts.clock.now() });
      if (this.#isStopped || this.#clusters.get(cluster) !== own) return;
      const stoppedAt = Math.max(watched?.to ?? 0, keeper.processedTo);
      own.begin(keeper, stoppedAt, deletedBefore);
      fleet.incidentMemory.begin(Math.max(knownSince, searchedFrom), olderThan);
      fleet.incidentMemory.update([...ended, ...(past?.incidents ?? []), ...keeper.incidents]);
      if (keeper.incidents.some(({ state }) => state !== "over"))
        keeper.passTo(stoppedAt, [{ kind: "cluster", at: stoppedAt, notBefore: null, cluster, sight: "not-recorded" }]);
    } catch (thrown) {
      this.#logFailure("the stored incidents could not be read", thrown);
    } finally {
      own.isReading = false;
    }
    // Otherwise the next check reads again.
    if (own.keeper !== null) this.check();
  }

  /** The observations of the cluster wait for the answer: its engine decides by their own moments. */
  async #readDeletedGroups(own: ClusterIncidents): Promise<void> {
    if (own.isReadingDeleted) return;
    own.isReadingDeleted = true;
    const cancel = this.parts.clock.setTimer(() => this.#endReading(own), ANSWER_MS);
    try {
      const now = this.parts.clock.now();
      const deleted = await this.parts.store.groupsDeletedIn(own.cluster, { from: now - DELETED_MS, to: now });
      for (const one of this.#isStopped ? [] : deleted) this.#observer.deletedGroup(own.cluster, one);
    } catch (thrown) {
      this.#logFailure("the audit of deleted groups could not be read", thrown);
    } finally {
      cancel();
      this.#endReading(own);
    }
  }

  #endReading(own: ClusterIncidents): void {
    own.isReadingDeleted = false;
    this.#wake(0);
  }

  /** Null = the past cannot be read: new incidents do not wait for it. */
  async #findPast(cluster: string, range: { readonly from: number; readonly to: number }): Promise<PastIncidents | null> {
    try {
      return await this.parts.findPast(cluster, range);
    } catch (thrown) {
      if (!this.parts.isRecording()) throw thrown;
      log("warn", "the incidents of an older history could not be found", thrownFields(thrown));
      return null;
    }
  }

  /** The moment from which an older history is searched for incidents: the cluster's new ones are found only afterwards. */
  #pastFrom(cluster: string, recordedFrom: number): number {
    const groups = this.parts.fleet.groups().filter(({ place }) => place.cluster === cluster);
    const machines = groups.reduce((sum, { members }) => sum + members.size, 0);
    const days = Math.min(PAST_DAYS, PAST_MACHINE_DAYS / Math.max(1, machines));
    return Math.max(recordedFrom, this.#startedAt - days * DAY_MS);
  }

  /** Null = it is being listed again: it stays as it was. */
  #sightOf(cluster: string): ClusterObservationStatus | null {
    const kind = this.#statuses.get(cluster)?.freshness.kind;
    if (kind === "denied") return "denied";
    if (kind === "stale" || kind === "absent") return "stale";
    if (this.parts.watches(cluster)) return "observed";
    return kind === "catching-up" || kind === "starting" ? null : "not-recorded";
  }

  #observe(cluster: string, observation: Observation): void {
    const own = this.#clusters.get(cluster);
    if (this.#isStopped || own === undefined) return;
    // Only the time makes a machine unverified while nothing is observed. The next scan observes those that are so still.
    if (observation.kind === "machine" && observation.condition === "unverified" && own.sight !== "observed") return;
    own.waiting.push(observation);
    this.#wake(BATCH_MS);
  }

  #wake(ms: number): void {
    const { clock } = this.parts;
    const at = clock.monotonic() + ms;
    if (this.#isStopped || at >= this.#wakeAt) return;
    this.#cancelPass();
    this.#wakeAt = at;
    this.#cancelPass = clock.setTimer(() => this.#pass(), ms);
  }

  /** Takes what waits, and makes the decisions that are due. A decision falls on a whole second, so all observations before it are here. */
  #pass(): void {
    this.#observer.observeChangedLosses();
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const now = this.parts.clock.now();
    const started = [...this.#clusters.values()].filter(({ sight, isReadingDeleted }) => sight !== null && !isReadingDeleted);
    for (const own of started) own.passTo(now);
    this.#saveSoon(SAVE_MS);
    const next = Math.min(...started.map(({ keeper }) => keeper?.nextDecisionAt ?? Number.POSITIVE_INFINITY));
    if (Number.isFinite(next)) this.#wake(Math.max(BATCH_MS, next - now));
  }

  #saveSoon(ms: number): void {
    if (this.#isStopped || (this.#removed.size === 0 && ![...this.#clusters.values()].some(({ keeper }) => keeper?.isUnsaved))) return;
    this.#cancelSave ??= this.parts.clock.setTimer(() => void this.#saveAgain(), ms);
  }

  async #saveAgain(): Promise<void> {
    const isSaved = await this.#save();
    this.#cancelSave = null;
    this.#saveSoon(isSaved ? SAVE_MS : SAVE_AGAIN_MS);
  }

  /** Resolves to false if an engine could not be stored. */
  async #save(): Promise<boolean> {
    let isSaved = true;
    for (const keeper of [...this.#removed, ...[...this.#clusters.values()].flatMap((own) => own.keeper ?? [])]) {
      try {
        if (keeper.isUnsaved) await keeper.save();
        this.#removed.delete(keeper);
        this.#hasFailed = false;
      } catch (thrown) {
        isSaved = false;
        this.#logFailure("incidents could not be stored", thrown);
      }
    }
    return isSaved;
  }

  /** A paused history reports its reason itself. */
  #logFailure(message: string, thrown: unknown): void {
    if (!this.#hasFailed && this.parts.isRecording()) log("warn", message, thrownFields(thrown));
    this.#hasFailed = true;
  }

  /** Counts again once in each pass. */
  #population(): MachinePopulation {
    let [at, population] = [Number.NaN, null as FleetPopulation | null];
    const now = () => {
      const moment = this.parts.clock.now();
      if (population === null || moment !== at) {
        at = moment;
        population = new FleetPopulation({ fleet: this.parts.fleet, lost: this.#observer.lost(), counts: () => true });
      }
      return population;
    };
    return { size: (cluster) => now().size(cluster), having: (...of) => now().having(...of) };
  }
}

/** The engine of one cluster, with the observations that it did not take yet. */
class ClusterIncidents {
  keeper: IncidentKeeper | null = null;
  isReading = false;
  /** Null = this process has not observed the cluster yet. */
  sight: ClusterObservationStatus | null = null;
  /** The last moment that an earlier process observed. Milliseconds. */
  stoppedAt = 0;
  /** The groups that users deleted before the start. */
  deletedBefore: readonly DeletedGroup[] = [];
  isReadingDeleted = false;
  waiting: Observation[] = [];
  #sightAt = 0;

  /** `startedAt`: the moment from which this process watches the cluster. Milliseconds. */
  constructor(
    readonly cluster: string,
    readonly startedAt: number,
  ) {}

  begin(keeper: IncidentKeeper, stoppedAt: number, deletedBefore: readonly DeletedGroup[]): void {
    this.keeper = keeper;
    this.stoppedAt = stoppedAt;
    this.deletedBefore = deletedBefore;
  }

  setSight(sight: ClusterObservationStatus, at: number): void {
    this.sight = sight;
    this.#sightAt = at;
  }

  /** Takes what waits in order of time. What happened while the cluster was not observed is known only now. */
  passTo(now: number): void {
    const seenAt = ({ at }: Observation) => Math.max(at, this.#sightAt);
    const batch = this.waiting.sort((a, b) => seenAt(a) - seenAt(b));
    this.waiting = [];
    this.keeper?.passTo(now, batch);
  }
}

/** True for the end of a machine whose group was deleted. */
function isDeletedWithGroup(record: HistoryRecord, cluster: string): boolean {
  return record.kind === "ended" && record.subject.cluster === cluster && record.transitions.some(({ to }) => to === DELETED_WITH_GROUP);
}

const DELETED_WITH_GROUP: EndingCause = "group-deleted";
