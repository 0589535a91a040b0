import type { ClusterStatus } from "@/lib/contract/status";
import type { Freshness } from "@/lib/domain/freshness";
import type { Transition } from "@/lib/domain/history/transition";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/fleet-reader";
import type { HistoryRecord, HistoryWriter } from "./history-record";
import { Levels } from "./levels";
import type { OpenVersionReader } from "./open-versions";
import { reconcileEntries, reconcileGroups, reconcileSelectors } from "./reconcile";
import { EntryRecorder } from "./record-entry";
import { GroupRecorder } from "./record-group";
import { SelectorRecorder } from "./record-selector";
import { WorldRecorder } from "./record-world";
import { type Source, Windows } from "./windows";

/** Durations in milliseconds; a scaled run shortens them together. */
export interface RecorderTimings {
  /** Open windows are moved on so often. */
  readonly windowMs: number;
  /** Machines are compared once their replicas are known, or after so long without. */
  readonly settleMs: number;
  /** A shorter gap is no event of the log; it is a gap all the same. */
  readonly blindMs: number;
  /** After the history could not be read: how long until it is tried again. */
  readonly retryMs: number;
}

export const RECORDER_TIMINGS: RecorderTimings = { windowMs: 2_000, settleMs: 5_000, blindMs: 1_000, retryMs: 2_000 };

export interface RecorderParts {
  readonly fleet: Pick<LiveFleet, "store" | "selectors">;
  readonly writer: HistoryWriter;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  readonly timings?: RecorderTimings;
}

/** Writes down what happens to a fleet. It hooks into the fleet's store; how fresh each source is has to be told. */
export interface Recorder {
  /** How fresh one source is: has to be told in the order in which it and its changes came. */
  freshness(cluster: string, watched: string, namespace: string, freshness: Freshness): void;
  /** A source is watched no longer; told before what only it held is forgotten. */
  dropped(cluster: string, watched: string, namespace: string): void;
  /** The server's list showed that something was missed while the source looked live. */
  doubted(cluster: string, watched: string, namespace: string): void;
  /** The server's list showed that nothing was missed until now. */
  agreed(cluster: string, watched: string, namespace: string): void;
  /** How fresh the sources are that nobody else tells of: those of Pods. */
  status(status: ClusterStatus): void;
  stop(): void;
}

export function createRecorder(parts: RecorderParts): Recorder {
  return new FleetRecorder(parts);
}

class FleetRecorder implements Recorder {
  readonly #timings: RecorderTimings;
  readonly #windows = new Windows((records) => this.#append(records));
  readonly #levels: Levels;
  readonly #entries: EntryRecorder;
  readonly #groups: GroupRecorder;
  readonly #selectors: SelectorRecorder;
  readonly #worlds: WorldRecorder;
  readonly #comparing = new Set<Source>();
  /** Clusters whose Pods are known to be out of sight. */
  readonly #podsHidden = new Set<string>();
  readonly #unhook: (() => void)[];
  #cancelTick: () => void = () => undefined;
  #recording = false;
  #stopped = false;
  /** Counts pauses: what was begun before one is not wanted after it. */
  #epoch = 0;

  constructor(private readonly parts: RecorderParts) {
    const { store } = parts.fleet;
    this.#timings = parts.timings ?? RECORDER_TIMINGS;
    const append = (records: readonly HistoryRecord[]) => this.#append(records);
    const [windows, now] = [this.#windows, () => this.#now()];
    this.#levels = new Levels(store, windows, append);
    this.#entries = new EntryRecorder({ store, windows, levels: this.#levels, append });
    this.#groups = new GroupRecorder({ store, windows, now, append });
    this.#selectors = new SelectorRecorder({ table: parts.fleet.selectors, windows, now, append });
    this.#worlds = new WorldRecorder({ windows, now, append });
    windows.onTurn((source, turn, at) => this.#turned(source, turn, at));
    this.#unhook = [
      store.hookEntries(this.#entries),
      store.hookGroups((record) => this.#groups.changed(record)),
      parts.fleet.selectors.hook((before, after) => this.#selectors.changed(before, after)),
      store.hookWorlds((cluster) => this.#worlds.changed(store.worldOf(cluster))),
      parts.writer.onStatus(({ kind }) => (kind === "recording" ? this.#begin() : this.#lose())),
    ];
    if (parts.writer.status().kind === "recording") this.#begin();
    this.#scheduleTick();
  }

  freshness(cluster: string, watched: string, namespace: string, freshness: Freshness): void {
    if (this.#stopped) return;
    const source = this.#windows.of(cluster, watched, namespace);
    source.freshness = freshness;
    if (freshness.kind === "live") this.#goOn(source);
    else this.#windows.close(source, this.#now(), freshness.reason);
  }

  dropped(cluster: string, watched: string, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source === undefined) return;
    this.#windows.close(source, this.#now(), "it is no longer watched");
    source.recording = false;
    source.freshness = { kind: "denied", asOf: source.freshness.asOf, reason: "it is no longer watched" };
  }

  doubted(cluster: string, watched: string, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined) this.#windows.doubt(source, this.#now(), "something was missed");
  }

  agreed(cluster: string, watched: string, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined && source.from !== null) source.sureTo = this.#now();
  }

  status({ cluster, sources }: ClusterStatus): void {
    const pods = sources.find((source) => source.kind === "pods");
    if (pods === undefined) return;
    const { kind, asOf, reason } = pods.freshness;
    const lively = kind === "live" && asOf !== null;
    if (kind !== "live" && kind !== "starting") this.#podsHidden.add(cluster);
    this.freshness(cluster, "pods", "*", lively ? { kind, asOf } : { kind: kind === "live" ? "starting" : kind, asOf, reason });
  }

  stop(): void {
    if (this.#stopped) return;
    const now = this.#now();
    for (const source of this.#windows.sources) this.#windows.close(source, now, "the recorder was stopped");
    this.#levels.flush(now);
    this.#tell("recorder-stopped", "", now, null, "");
    this.#stopped = true;
    this.#cancelTick();
    for (const unhook of this.#unhook) unhook();
  }

  #now(): number {
    return this.parts.clock.now();
  }

  #append(records: readonly HistoryRecord[]): void {
    if (this.#recording && !this.#stopped && !this.parts.writer.append(records)) this.#lose();
  }

  #begin(): void {
    if (this.#recording || this.#stopped) return;
    this.#recording = true;
    this.#tell("recorder-started", "", this.#now(), null, "");
    for (const source of this.#windows.sources) if (source.freshness.kind === "live") this.#goOn(source);
  }

  /** Nothing is taken any more: what the history knows has to be asked for anew. */
  #lose(): void {
    if (!this.#recording) return;
    this.#recording = false;
    this.#epoch++;
    this.#windows.lose();
    this.#levels.lose();
    this.#entries.forgetAll();
    this.#groups.forgetAll();
    this.#worlds.forgetAll();
  }

  /** A live source is recorded: at once where it was compared before, else after that. */
  #goOn(source: Source): void {
    if (!this.#recording || source.from !== null) return;
    if (source.recording) this.#windows.open(source, this.#now());
    else void this.#compare(source);
  }

  async #compare(source: Source): Promise<void> {
    if (this.#comparing.has(source)) return;
    this.#comparing.add(source);
    const epoch = this.#epoch;
    const wanted = () => epoch === this.#epoch && this.#recording && !this.#stopped && source.freshness.kind === "live";
    try {
      if (await this.#reconcile(source, wanted)) {
        source.recording = true;
        if (source.from === null) this.#windows.open(source, this.#now());
      }
    } catch {
      // The history says by itself that it cannot be read; until it can, this source is not recorded.
      this.parts.clock.setTimer(() => this.#goOn(source), this.#timings.retryMs);
    } finally {
      this.#comparing.delete(source);
    }
    // What came to pass while the comparison went on, and made it unwanted, may be over.
    if (!source.recording && epoch !== this.#epoch && source.freshness.kind === "live") this.#goOn(source);
  }

  async #reconcile(source: Source, wanted: () => boolean): Promise<boolean> {
    const { clock, history: reader, fleet } = this.parts;
    const parts = { store: fleet.store, selectors: fleet.selectors, reader, clock, entries: this.#entries, groups: this.#groups };
    if (source.watched === "workloadgroups") return reconcileGroups(parts, source, wanted);
    if (source.watched === "services" || source.watched === "serviceentries") return reconcileSelectors(parts, this.#selectors, source, wanted);
    if (source.watched === "pods") return wanted();
    if (source.watched !== "workloadentries") return false;
    await this.#settled(source.cluster, wanted);
    await this.#adoptWorld(source.cluster, wanted);
    return reconcileEntries(parts, source, wanted);
  }

  /** Waits until it is known who may hold the machines: else every start would be recorded as a doubt. */
  async #settled(cluster: string, wanted: () => boolean): Promise<void> {
    const { clock, fleet } = this.parts;
    const until = clock.monotonic() + this.#timings.settleMs;
    const known = () => fleet.store.worldOf(cluster).replicas.kind !== "denied" || this.#podsHidden.has(cluster);
    while (!known() && wanted() && clock.monotonic() < until)
      await new Promise((resolve) => void clock.setTimer(() => resolve(null), this.#timings.settleMs / 50));
  }

  async #adoptWorld(cluster: string, wanted: () => boolean): Promise<void> {
    const { fleet, history } = this.parts;
    if (this.#worlds.isKnown(cluster)) return;
    const lastSeen = await history.lastSeen(cluster, "pods", "*");
    for await (const [open] of history.openVersions(cluster, "world", "*")) {
      if (wanted() && !this.#worlds.isKnown(cluster)) this.#worlds.adopt(fleet.store.worldOf(cluster), open, lastSeen);
    }
    if (wanted() && !this.#worlds.isKnown(cluster)) this.#worlds.adopt(fleet.store.worldOf(cluster), undefined, lastSeen);
  }

  #turned(source: Source, turn: "opened" | "closed", at: number): void {
    if (source.watched === "workloadentries") this.#levels[turn === "opened" ? "open" : "close"](source, at);
    if (turn !== "opened" || source.seenTo === null || at - source.seenTo < this.#timings.blindMs) return;
    const { cluster, namespace, watched, seenTo, endedBecause } = source;
    this.#tell("blind", watched, at, seenTo, endedBecause, { cluster, namespace });
  }

  /** What the recorder says of itself, or (`watched`) of one source. */
  #tell(type: Transition["type"], watched: string, at: number, notBefore: number | null, detail: string, where = { cluster: "", namespace: "" }): void {
    const { recorderToken } = this.parts.writer;
    const uid = watched === "" ? recorderToken : `${watched}/${where.namespace}`;
    const subject = { ...where, kind: "recorder", name: watched === "" ? "recorder" : watched, uid } as const;
    const transition: Transition = { type, from: "", to: watched, detail, at, notBefore };
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
    if (!this.#recording) return;
    this.#levels.tick(now);
    this.#windows.extend(now);
  }
}
