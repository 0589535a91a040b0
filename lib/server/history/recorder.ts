import type { ClusterStatus } from "@/lib/contract/status";
import type { GaugeValues } from "@/lib/domain/history/gauge";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { Transition } from "@/lib/domain/history/transition";
import { ALL_NAMESPACES, SOURCE_NAMES, type SourceName } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { unseenWords } from "@/lib/format/unseen-words";
import type { Clock } from "@/lib/server/clock";
import { recordedKind, storedName } from "@/lib/server/cluster/kinds";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import type { CollectionVersion } from "@/lib/server/watch/sink";
import { Comparisons } from "./compare-sources";
import type { GaugeKey, HistoryRecord, HistoryWriter } from "./history-record";
import { Levels } from "./levels";
import type { OpenVersionReader } from "./open-versions";
import { GoneGroups } from "./owner-fate";
import { EntryRecorder } from "./record-entry";
import { type Gauge, GaugeRecorder, type GaugeSink } from "./record-gauges";
import { GroupRecorder } from "./record-group";
import { type EndpointListener, HostRecorder } from "./record-hosts";
import { type TableRecorder, tableRecorders } from "./record-table";
import { WorldRecorder } from "./record-world";
import { RECORDER_TIMINGS, type RecorderTimings } from "./recorder-timings";
import { unseenBy } from "./unseen-by";
import type { LossListener } from "./version-writer";
import { type Source, Windows } from "./windows";

export interface RecorderParts {
  readonly fleet: RememberingFleet;
  readonly writer: HistoryWriter;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  /** Hears of each machine that went unplanned, before it is on disk. */
  readonly losses?: LossListener;
  /** Receives the endpoints of services, before they are on disk. */
  readonly endpoints?: EndpointListener;
  /** Receives the records that the writer took, before they are on disk. */
  readonly onRecords?: (records: readonly HistoryRecord[]) => void;
  readonly timings?: RecorderTimings;
}

/** Writes down what happens to a fleet. It hooks into the fleet's store; how fresh each source is has to be told. */
export interface Recorder extends GaugeSink {
  /** How fresh one source is: has to be told in the order in which it and its changes came. */
  freshness(cluster: string, watched: SourceName, namespace: string, freshness: Freshness): void;
  /** A source is watched no longer; told before what only it held is forgotten. */
  dropped(cluster: string, watched: SourceName, namespace: string): void;
  /** The cluster is not configured any more. Called before its objects leave the fleet: none of them ended. */
  removed(cluster: string): void;
  /** The server's list showed that something was missed while the source looked live. */
  doubted(cluster: string, watched: SourceName, namespace: string): void;
  /** The server's list showed that nothing was missed until now. */
  agreed(cluster: string, watched: SourceName, namespace: string): void;
  /** Is all of a cluster seen that can be, and recorded? What is denied cannot be. */
  watches(cluster: string): boolean;
  /** Receives the version of a collection from a consistent read. */
  collection(cluster: string, watched: SourceName, namespace: string, version: CollectionVersion): void;
  /** How fresh the sources are that write to no fleet, but to the world of their cluster. */
  status(status: ClusterStatus): void;
  stop(): void;
}

export function createRecorder(parts: RecorderParts): Recorder {
  return new FleetRecorder(parts);
}

const DROPPED: NotObservedReason = { code: "dropped" };
const REMOVED: NotObservedReason = { code: "removed" };

/** The sources that worlds are made of, as far as they are recorded. */
const WORLD_SOURCES = SOURCE_NAMES.filter((name) => recordedKind(name)?.recordedBy === "worlds");

const NOBODY_HEARS: LossListener & EndpointListener = {
  ...{ lost: () => undefined, meant: () => undefined, deleted: () => undefined },
  ...{ endpoints: () => undefined, forget: () => undefined },
};
/** The sources that endpoints of services rest on. */
const ENDPOINT_SOURCES: ReadonlySet<SourceName> = new Set(["workloadentries", "workload-pods", "services", "serviceentries"]);

class FleetRecorder implements Recorder {
  readonly #timings: RecorderTimings;
  readonly #windows = new Windows((records) => {
    // What a window covers is written before it.
    this.#entries.release();
    this.#append(records);
  });
  readonly #levels: Levels;
  readonly #entries: EntryRecorder;
  readonly #groups: GroupRecorder;
  readonly #tables: ReadonlyMap<string, TableRecorder>;
  readonly #worlds: WorldRecorder;
  readonly #gauges: GaugeRecorder;
  readonly #hosts: HostRecorder;
  readonly #comparisons: Comparisons;
  readonly #unhook: (() => void)[];
  #cancelTick: () => void = () => undefined;
  #recording = false;
  #stopped = false;

  constructor(private readonly parts: RecorderParts) {
    const { fleet } = parts;
    this.#timings = parts.timings ?? RECORDER_TIMINGS;
    const append = (records: readonly HistoryRecord[]) => this.#append(records);
    const [windows, now] = [this.#windows, () => this.#now()];
    this.#levels = new Levels(fleet, windows, append);
    const goneGroups = new GoneGroups();
    const losses = parts.losses ?? NOBODY_HEARS;
    this.#entries = new EntryRecorder({ fleet, windows, levels: this.#levels, goneGroups, clock: parts.clock, append, losses });
    this.#groups = new GroupRecorder({ fleet, windows, goneGroups, now, append, losses });
    this.#tables = tableRecorders(parts.fleet.tables, { windows, now, append });
    this.#worlds = new WorldRecorder({ windows, now, append });
    this.#gauges = new GaugeRecorder({ windows, history: parts.history, now, append, refresh: (open) => this.#tellHosts(open) });
    this.#hosts = new HostRecorder({
      ...{ fleet, gauges: this, now, sourceOf: (cluster, name, namespace) => windows.covering(cluster, name, namespace) },
      soon: (call) => void parts.clock.setTimer(() => this.#stopped || call(), 0),
      listener: parts.endpoints ?? NOBODY_HEARS,
    });
    const recorders = { gauges: this.#gauges, entries: this.#entries, groups: this.#groups, tables: this.#tables, worlds: this.#worlds };
    this.#comparisons = new Comparisons({
      ...parts,
      token: parts.writer.recorderToken,
      timings: this.#timings,
      recorders,
      isWorldStarting: (cluster) => this.#isWorldStarting(cluster),
      goOn: (source) => this.#goOn(source),
    });
    windows.onTurn((source, turn, at) => this.#turned(source, turn, at));
    this.#unhook = [
      fleet.subscribe({
        leaving: (entry, changed, moment) => this.#entries.leaving(entry, changed, moment),
        entering: (entry, changed, moment) => this.#entries.entering(entry, changed, moment),
        group: (group) => this.#groups.changed(group),
        world: (cluster) => {
          this.#entries.world(cluster);
          this.#worlds.changed(fleet.worldOf(cluster));
        },
      }),
      ...[...this.#tables.values()].map((recorder) => recorder.hook()),
      () => this.#hosts.stop(),
      parts.writer.onStatus(({ kind }) => (kind === "recording" ? this.#begin() : this.#lose())),
    ];
    if (parts.writer.status().kind === "recording") this.#begin();
    this.#scheduleTick();
  }

  freshness(cluster: string, watched: SourceName, namespace: string, freshness: Freshness): void {
    if (this.#stopped || recordedKind(watched) === null) return;
    const source = this.#windows.of(cluster, watched, namespace);
    source.freshness = freshness;
    if (freshness.kind === "live") this.#goOn(source);
    else this.#windows.close(source, this.#now(), unseenBy(freshness));
  }

  dropped(cluster: string, watched: SourceName, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined) this.#end(source, DROPPED);
  }

  removed(cluster: string): void {
    for (const source of this.#windows.sources) if (source.cluster === cluster) this.#end(source, REMOVED);
  }

  #end(source: Source, why: NotObservedReason): void {
    this.#windows.close(source, this.#now(), why);
    source.recording = false;
    source.freshness = { kind: "denied", asOf: source.freshness.asOf, reason: unseenWords(why), why };
  }

  doubted(cluster: string, watched: SourceName, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined) this.#windows.doubt(source, this.#now(), { code: "missed" });
  }

  agreed(cluster: string, watched: SourceName, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined && source.from !== null) source.sureTo = this.#now();
  }

  collection(cluster: string, watched: SourceName, namespace: string, { held, read, tookMs }: CollectionVersion): void {
    if (this.#stopped || recordedKind(watched) === null) return;
    this.#windows.of(cluster, watched, namespace).collection = { held, read, readAt: this.#now() - tookMs };
  }

  status({ cluster, sources }: ClusterStatus): void {
    for (const name of WORLD_SOURCES) {
      const source = sources.find((one) => one.source === name);
      if (source === undefined) continue;
      const { kind, asOf, reason } = source.freshness;
      const lively = kind === "live" && asOf !== null;
      if (kind !== "live" && kind !== "starting") this.#comparisons.worldIsHidden(cluster);
      this.freshness(cluster, name, ALL_NAMESPACES, lively ? { kind, asOf } : { kind: kind === "live" ? "starting" : kind, asOf, reason });
    }
  }

  setGauge(gauge: Gauge, values: GaugeValues | null, notBefore?: number | null): void {
    if (!this.#stopped) this.#gauges.setGauge(gauge, values, notBefore);
  }

  watches(cluster: string): boolean {
    let isRecorded = false;
    for (const source of this.#windows.sources) {
      if (source.cluster !== cluster) continue;
      const isOut = source.freshness.kind === "denied" || source.freshness.kind === "absent";
      if (source.from === null && !isOut) return false;
      isRecorded = isRecorded || (source.from !== null && source.watched === "workloadentries");
    }
    return isRecorded && this.#recording && !this.#stopped;
  }

  stop(): void {
    if (this.#stopped) return;
    const now = this.#now();
    for (const source of this.#windows.sources) this.#windows.close(source, now, { code: "stopped" });
    this.#levels.flush(now);
    this.#tell("recorder-stopped", null, now, null);
    this.#stopped = true;
    this.#comparisons.forgetAll();
    this.#cancelTick();
    for (const unhook of this.#unhook) unhook();
  }

  #isWorldStarting(cluster: string): boolean {
    const kinds = WORLD_SOURCES.map((name) => this.#windows.find(cluster, name, ALL_NAMESPACES)?.freshness.kind);
    return kinds.includes("starting") || kinds.every((kind) => kind === undefined);
  }

  #now(): number {
    return this.parts.clock.now();
  }

  #append(records: readonly HistoryRecord[]): void {
    if (!this.#recording || this.#stopped) return;
    if (this.parts.writer.append(records)) this.parts.onRecords?.(records);
    else this.#lose();
  }

  #begin(): void {
    if (this.#recording || this.#stopped) return;
    this.#recording = true;
    this.#tell("recorder-started", null, this.#now(), null);
    for (const source of this.#windows.sources) if (source.freshness.kind === "live") this.#goOn(source);
  }

  /** Nothing is taken any more: what the history knows has to be asked for anew. */
  #lose(): void {
    if (!this.#recording) return;
    this.#recording = false;
    this.#comparisons.forgetAll();
    this.#windows.lose();
    this.#levels.lose();
    this.#hosts.forget();
  }

  /** A live source is recorded: at once where it was compared before, else after that. */
  #goOn(source: Source): void {
    if (!this.#recording || this.#stopped || source.from !== null) return;
    if (source.recording) this.#windows.open(source, this.#now());
    else void this.#comparisons.compare(source);
  }

  #turned(source: Source, turn: "opened" | "closed", at: number): void {
    if (turn === "opened" && ENDPOINT_SOURCES.has(source.watched)) this.#hosts.recorded(source, source.seenTo);
    if (source.watched === "workloadentries") this.#levels[turn === "opened" ? "open" : "close"](source, at);
    if (turn !== "opened" || source.seenTo === null || at - source.seenTo < this.#timings.blindMs) return;
    const { cluster, namespace, watched, seenTo, endedBecause } = source;
    if (watched === "workloadentries") this.parts.fleet.setUnrecorded(cluster, namespace, { from: seenTo, to: at });
    this.#tell("blind", watched, at, seenTo, { cluster, namespace }, endedBecause);
  }

  #tellHosts(open: readonly GaugeKey[]): void {
    this.#hosts.recall(open);
    this.#hosts.flush();
  }

  /** What the recorder says of itself, or of one source. */
  #tell(
    type: Transition["type"],
    source: SourceName | null,
    at: number,
    notBefore: number | null,
    where = { cluster: "", namespace: "" },
    reason: NotObservedReason | null = null,
  ): void {
    const { recorderToken } = this.parts.writer;
    const watched = source === null ? "" : storedName(source);
    const uid = watched === "" ? recorderToken : `${watched}/${where.namespace}`;
    const subject = { ...where, kind: "recorder", name: watched === "" ? "recorder" : watched, uid } as const;
    const transition: Transition = { type, from: "", to: watched, detail: "", at, notBefore, ...(reason !== null && { facts: { kind: "unseen", reason } }) };
    this.#append([{ kind: "happened", subject, series: null, versionKey: `${recorderToken}:${at}`, transitions: [transition] }]);
  }

  #scheduleTick(): void {
    this.#cancelTick = this.parts.clock.setTimer(() => {
      if (this.#stopped) return;
      this.#tick(this.#now());
      this.#scheduleTick();
    }, this.#timings.windowMs);
  }

  #tick(now: number): void {
    this.#hosts.flush();
    if (!this.#recording) return;
    this.#levels.tick(now);
    this.#windows.extend(now);
  }
}
