import type { ClusterStatus } from "@/lib/contract/status";
import type { Freshness } from "@/lib/domain/freshness";
import type { Transition } from "@/lib/domain/history/transition";
import type { UnseenReason } from "@/lib/domain/history/unseen-reason";
import { unseenWords } from "@/lib/format/unseen-words";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/fleet-reader";
import { Comparisons } from "./compare-sources";
import type { HistoryRecord, HistoryWriter } from "./history-record";
import { Levels } from "./levels";
import type { OpenVersionReader } from "./open-versions";
import { GoneGroups } from "./owner-fate";
import { EntryRecorder, type LossListener } from "./record-entry";
import { GroupRecorder } from "./record-group";
import { SelectorRecorder } from "./record-selector";
import { WorldRecorder } from "./record-world";
import { RECORDER_TIMINGS, type RecorderTimings } from "./recorder-timings";
import { unseenBy } from "./unseen-by";
import { type Source, Windows } from "./windows";

export interface RecorderParts {
  readonly fleet: Pick<LiveFleet, "store" | "selectors">;
  readonly writer: HistoryWriter;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  /** Hears of each machine that went unplanned, before it is on disk. */
  readonly losses?: LossListener;
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

const DROPPED: UnseenReason = { code: "dropped" };

const NOBODY_HEARS: LossListener = { lost: () => undefined, meant: () => undefined };

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
  readonly #selectors: SelectorRecorder;
  readonly #worlds: WorldRecorder;
  readonly #comparisons: Comparisons;
  readonly #unhook: (() => void)[];
  #cancelTick: () => void = () => undefined;
  #recording = false;
  #stopped = false;

  constructor(private readonly parts: RecorderParts) {
    const { store } = parts.fleet;
    this.#timings = parts.timings ?? RECORDER_TIMINGS;
    const append = (records: readonly HistoryRecord[]) => this.#append(records);
    const [windows, now] = [this.#windows, () => this.#now()];
    this.#levels = new Levels(store, windows, append);
    const goneGroups = new GoneGroups();
    this.#entries = new EntryRecorder({ store, windows, levels: this.#levels, goneGroups, clock: parts.clock, append, losses: parts.losses ?? NOBODY_HEARS });
    this.#groups = new GroupRecorder({ store, windows, goneGroups, now, append });
    this.#selectors = new SelectorRecorder({ table: parts.fleet.selectors, windows, now, append });
    this.#worlds = new WorldRecorder({ windows, now, append });
    const recorders = { entries: this.#entries, groups: this.#groups, selectors: this.#selectors, worlds: this.#worlds };
    this.#comparisons = new Comparisons({ ...parts, timings: this.#timings, recorders, goOn: (source) => this.#goOn(source) });
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
    else this.#windows.close(source, this.#now(), unseenBy(freshness));
  }

  dropped(cluster: string, watched: string, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source === undefined) return;
    this.#windows.close(source, this.#now(), DROPPED);
    source.recording = false;
    source.freshness = { kind: "denied", asOf: source.freshness.asOf, reason: unseenWords(DROPPED), why: DROPPED };
  }

  doubted(cluster: string, watched: string, namespace: string): void {
    const source = this.#windows.find(cluster, watched, namespace);
    if (source !== undefined) this.#windows.doubt(source, this.#now(), { code: "missed" });
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
    if (kind !== "live" && kind !== "starting") this.#comparisons.podsAreHidden(cluster);
    this.freshness(cluster, "pods", "*", lively ? { kind, asOf } : { kind: kind === "live" ? "starting" : kind, asOf, reason });
  }

  stop(): void {
    if (this.#stopped) return;
    const now = this.#now();
    for (const source of this.#windows.sources) this.#windows.close(source, now, { code: "stopped" });
    this.#levels.flush(now);
    this.#tell("recorder-stopped", "", now, null);
    this.#stopped = true;
    this.#comparisons.forgetAll();
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
    this.#tell("recorder-started", "", this.#now(), null);
    for (const source of this.#windows.sources) if (source.freshness.kind === "live") this.#goOn(source);
  }

  /** Nothing is taken any more: what the history knows has to be asked for anew. */
  #lose(): void {
    if (!this.#recording) return;
    this.#recording = false;
    this.#comparisons.forgetAll();
    this.#windows.lose();
    this.#levels.lose();
  }

  /** A live source is recorded: at once where it was compared before, else after that. */
  #goOn(source: Source): void {
    if (!this.#recording || this.#stopped || source.from !== null) return;
    if (source.recording) this.#windows.open(source, this.#now());
    else void this.#comparisons.compare(source);
  }

  #turned(source: Source, turn: "opened" | "closed", at: number): void {
    if (source.watched === "workloadentries") this.#levels[turn === "opened" ? "open" : "close"](source, at);
    if (turn !== "opened" || source.seenTo === null || at - source.seenTo < this.#timings.blindMs) return;
    const { cluster, namespace, watched, seenTo, endedBecause } = source;
    this.#tell("blind", watched, at, seenTo, { cluster, namespace }, endedBecause);
  }

  /** What the recorder says of itself, or (`watched`) of one source. */
  #tell(
    type: Transition["type"],
    watched: string,
    at: number,
    notBefore: number | null,
    where = { cluster: "", namespace: "" },
    reason: UnseenReason | null = null,
  ): void {
    const { recorderToken } = this.parts.writer;
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
    if (!this.#recording) return;
    this.#levels.tick(now);
    this.#windows.extend(now);
  }
}
