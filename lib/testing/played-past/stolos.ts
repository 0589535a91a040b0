import type { QueryId } from "kysely";
import type { ClusterStatus } from "@/lib/contract/status";
import { type NamespaceScope, type Scope, scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { createHistory, type HistoryParts } from "@/lib/server/history/create-history";
import type { History } from "@/lib/server/history/history";
import type { HistoryRecord, HistoryStatus, HistoryWriter } from "@/lib/server/history/history-record";
import { createHistoryWriter, type EndingWriter } from "@/lib/server/history/history-writer";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { type HostMemoryKeeper, keepHostMemory } from "@/lib/server/history/keep-host-memory";
import { keepMemories, type MemoryKeeper } from "@/lib/server/history/keep-memories";
import { type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import { openVersionReader } from "@/lib/server/history/read-open-versions";
import { createRecorder, type Recorder } from "@/lib/server/history/recorder";
import { RECORDER_TIMINGS } from "@/lib/server/history/recorder-timings";
import { type IncidentReport, IncidentStore } from "@/lib/server/history/store-incidents";
import { LiveIncidents } from "@/lib/server/incidents/live-incidents";
import { pastIncidentsFinder } from "@/lib/server/incidents/past/incidents-of-history";
import { ClusterFeed, type WatchedCluster, type WatchedStore } from "./cluster-feed";
import { type Timeline, turn } from "./timeline";

/** Records wait for each other in memory: so many at most, and so long (milliseconds). */
const MOST_WAITING = 2_000;
const LONGEST_WAIT_MS = { live: 5_000, coarse: 1_800_000 };
/** Limit for a database read. Real milliseconds. */
const LONGEST_ANSWER_MS = 60_000;
/** Sources prove themselves so often (milliseconds). */
const PROOF_MS = { live: 6_000, coarse: 300_000 };
/** Before the live part the recorder extends its windows and closes its minutes so often (milliseconds). */
const COARSE_TICK_MS = 60_000;

export interface StolosParts {
  readonly timeline: Timeline;
  readonly folder: string;
  readonly clusters: readonly { readonly script: WatchedCluster; readonly mesh: { readonly store: WatchedStore } }[];
  /** The product's own intervals apply from this moment on, and groups learn from the history. Milliseconds since 1970. */
  readonly liveFrom: number;
  /** The recorder's token of each process, in turn. */
  readonly token: () => string;
}

/** Stolos as a process: from the sinks of its watches to the history's file, without HTTP on either side. */
export class PlayedStolos {
  #process: Process | null = null;

  constructor(private readonly parts: StolosParts) {}

  /** The running process. Throws while Stolos is away. */
  get running(): Process {
    if (this.#process === null) throw new Error("Stolos is away now.");
    return this.#process;
  }

  get isAway(): boolean {
    return this.#process === null;
  }

  async start(): Promise<void> {
    this.#process = await Process.start(this.parts);
  }

  /** `killed`: the recorder does not end its windows. Records in memory are written in both cases. */
  async end(how: "stopped" | "killed"): Promise<void> {
    const ending = this.running;
    this.#process = null;
    await ending.end(how);
  }

  /** Resolves when nothing waits: neither a promise, nor an answer of the database, nor too many records. */
  async settle(): Promise<void> {
    if (this.#process === null) await turn();
    else await this.#process.settle();
  }
}

export class Process {
  readonly fleet: LiveFleet;
  readonly sink: LiveFleetSink;
  readonly history: History;
  readonly #statuses = new Map<string, ClusterStatus>();
  readonly #rights = new Map<string, ReadonlyMap<WatchedKind, NamespaceScope>>();
  readonly #feeds = new Map<string, ClusterFeed>();
  readonly #recorder: Recorder;
  readonly #clock: Clock;
  readonly #endpoints: HostMemoryKeeper;
  readonly #incidents: LiveIncidents;
  #memories: MemoryKeeper | null = null;
  #isOver = false;

  static async start(parts: StolosParts): Promise<Process> {
    const reads: Pending = { pending: 0, saves: 0 };
    const opened = await openDatabase({ url: null, folder: parts.folder });
    // Reads use the writing thread, because two reading threads answer in a random order.
    const database = { ...opened, read: counted(opened.write, reads) };
    const { timeline } = parts;
    // The writer's timers never fire. It writes on `flush` only, so that equal plays make equal transactions.
    const clock = { now: timeline.now, monotonic: () => 0, setTimer: () => () => undefined };
    const writer = createHistoryWriter(database, clock, { batchRecords: 20 * MOST_WAITING, token: parts.token() });
    await new Promise<void>((resolve) => void writer.onStatus(({ kind }) => kind === "recording" && resolve()));
    return new Process(parts, database, new PlayedWriter(writer, timeline), reads);
  }

  private constructor(
    private readonly parts: StolosParts,
    readonly database: HistoryDatabase,
    private readonly writer: PlayedWriter,
    private readonly reads: Pending,
  ) {
    const { timeline, clusters } = parts;
    this.#clock = this.#ownClock();
    this.fleet = liveFleet(
      clusters.map(({ script }) => script.name),
      timeline.now,
    );
    const losses = {
      lost: (...loss: Parameters<MemoryKeeper["lost"]>) => this.#memories?.lost(...loss),
      meant: (...loss: Parameters<MemoryKeeper["meant"]>) => this.#memories?.meant(...loss),
      deleted: (...deletion: Parameters<MemoryKeeper["deleted"]>) => this.#memories?.deleted(...deletion),
    };
    const history = openVersionReader(database.read, false);
    this.#endpoints = keepHostMemory({ database, memory: this.fleet.hostMemory, clock: this.#clock });
    const isRecording = () => writer.status().kind === "recording";
    const watches = (cluster: string) => this.#recorder.watches(cluster);
    this.#incidents = new LiveIncidents({
      fleet: this.fleet,
      clock: this.#clock,
      store: new PlayedIncidentStore(database, isRecording, reads),
      isRecording,
      watches,
      findPast: pastIncidentsFinder({ database, fleet: this.fleet, clock: this.#clock }),
    });
    const onRecords = (records: readonly HistoryRecord[]) => this.#incidents.records(records);
    this.#recorder = createRecorder({ fleet: this.fleet, writer, history, clock: this.#clock, losses, endpoints: this.#endpoints, onRecords });
    writer.onStatus(({ kind }) => (kind === "recording" ? this.#incidents.recording() : this.#incidents.check()));
    const memories = { settle: async () => this.#memories?.settle() };
    const onAudit: HistoryParts["onAudit"] = (line, at) => this.#incidents.audit(line, at);
    this.history = createHistory({ database, status: () => writer.status(), fleet: this.fleet, clock: this.#clock, memories, onAudit });
    this.sink = new LiveFleetSink(this.fleet, this.#clock, {
      sources: this.#recorder,
      status: (status) => {
        this.#recorder.status(status);
        this.#incidents.status(status);
        this.#statuses.set(status.cluster, status);
      },
      rights: (cluster, rights) => this.#rights.set(cluster, rights),
    });
    for (const { script, mesh } of clusters) this.#feeds.set(script.name, new ClusterFeed({ mesh, cluster: script, sink: this.sink }));
    for (const feed of this.#feeds.values()) feed.start();
    this.#incidents.check();
    this.#proveLater();
    this.#clock.setTimer(() => this.#remember(), Math.max(0, parts.liveFrom - timeline.now()));
  }

  /** The status of each cluster, as pages show it. */
  statuses(): readonly ClusterStatus[] {
    return [...this.#statuses.values()];
  }

  /** The objects that Stolos may read. */
  scope(): Scope {
    return scopeFromPermissions(this.#rights, { known: this.parts.clusters.map(({ script }) => script.name) });
  }

  feed(cluster: string): ClusterFeed {
    const feed = this.#feeds.get(cluster);
    if (feed === undefined) throw new Error(`The script has no cluster ${cluster}.`);
    return feed;
  }

  audit(line: AuditLine): void {
    this.history.keepAudit(line);
  }

  /** Writes all waiting records. */
  flush(): Promise<void> {
    return this.writer.flush();
  }

  /** The database accepts no record until the returned function is called. */
  pauseHistory(reason: string): () => void {
    return this.writer.pause(reason);
  }

  async settle(): Promise<void> {
    const { timeline, liveFrom } = this.parts;
    const began = performance.now();
    do {
      await turn();
      if (performance.now() - began > LONGEST_ANSWER_MS) throw new Error("The history's database does not answer.");
    } while (this.reads.pending > 0 || this.reads.saves > 0 || this.writer.isFlushing);
    const longest = timeline.now() >= liveFrom ? LONGEST_WAIT_MS.live : LONGEST_WAIT_MS.coarse;
    const { waiting, waitingSince } = this.writer;
    if (waiting > MOST_WAITING || (waiting > 0 && timeline.now() - waitingSince >= longest)) await this.flush();
  }

  async end(how: "stopped" | "killed"): Promise<void> {
    for (const feed of this.#feeds.values()) {
      if (how === "stopped") feed.prove();
      feed.stop();
    }
    this.#isOver = true;
    if (how === "stopped") await this.#incidents.stop();
    this.#memories?.stop();
    this.#endpoints.stop();
    this.sink.stop();
    if (how === "stopped") this.#recorder.stop();
    await this.flush();
    await this.history.end();
    if (how === "stopped") await this.writer.stop();
    await this.database.close();
  }

  #remember(): void {
    const { database, fleet, writer } = this;
    this.#memories = keepMemories({ database, writer, fleet, clock: this.#clock, timeScale: 1 });
  }

  #proveLater(): void {
    const { timeline, liveFrom } = this.parts;
    this.#clock.setTimer(
      () => {
        for (const feed of this.#feeds.values()) feed.prove();
        this.#proveLater();
      },
      timeline.now() >= liveFrom ? PROOF_MS.live : PROOF_MS.coarse,
    );
  }

  /** The timeline until the process ends. Before the live part the recorder's ticks are farther apart. */
  #ownClock(): Clock {
    const { timeline, liveFrom } = this.parts;
    return {
      now: timeline.now,
      monotonic: timeline.monotonic,
      setTimer: (call, ms) => {
        const isTick = ms === RECORDER_TIMINGS.windowMs && timeline.now() < liveFrom;
        return timeline.setTimer(() => this.#isOver || call(), isTick ? Math.min(COARSE_TICK_MS, Math.max(ms, liveFrom - timeline.now())) : ms);
      },
    };
  }
}

/** Numbers of reads, and of reports of incidents, that the database has not answered. */
interface Pending {
  pending: number;
  saves: number;
}

/** The product's store of incidents. A paused history stores nothing. */
class PlayedIncidentStore extends IncidentStore {
  constructor(
    database: HistoryDatabase,
    private readonly isRecording: () => boolean,
    private readonly counted: Pending,
  ) {
    super(database);
  }

  override async save(report: IncidentReport): Promise<ReadonlyMap<string, string>> {
    if (!this.isRecording()) throw new Error("The history's database accepts nothing.");
    this.counted.saves++;
    try {
      return await super.save(report);
    } finally {
      this.counted.saves--;
    }
  }
}

/** The product's writer. It counts waiting records, and can pause as with a failing database. */
class PlayedWriter implements HistoryWriter {
  /** Records that are not flushed yet, and the time of the oldest one. */
  waiting = 0;
  waitingSince = 0;
  #flushes = 0;
  readonly #listeners = new Set<(status: HistoryStatus) => void>();
  #paused: HistoryStatus | null = null;

  constructor(
    private readonly writer: EndingWriter,
    private readonly timeline: Timeline,
  ) {}

  get recorderToken(): string {
    return this.writer.recorderToken;
  }

  status(): HistoryStatus {
    return this.#paused ?? this.writer.status();
  }

  onStatus(listener: (status: HistoryStatus) => void): () => void {
    const unhook = this.writer.onStatus(listener);
    this.#listeners.add(listener);
    return () => {
      unhook();
      this.#listeners.delete(listener);
    };
  }

  append(records: readonly HistoryRecord[]): boolean {
    if (this.#paused !== null) return false;
    if (this.waiting === 0) this.waitingSince = this.timeline.now();
    this.waiting += records.length;
    return this.writer.append(records);
  }

  get isFlushing(): boolean {
    return this.#flushes > 0;
  }

  async flush(): Promise<void> {
    this.waiting = 0;
    this.#flushes++;
    await this.writer.flush();
    this.#flushes--;
  }

  stop(): Promise<void> {
    return this.writer.stop();
  }

  pause(reason: string): () => void {
    this.#publish({ kind: "paused", since: this.timeline.now(), reason });
    return () => this.#publish(null);
  }

  #publish(paused: HistoryStatus | null): void {
    this.#paused = paused;
    for (const listener of this.#listeners) listener(this.status());
  }
}

/** Counts pending reads. A subquery is part of the query around it. Queries of one builder share their id. */
function counted(read: HistoryDatabase["read"], reads: Pending): HistoryDatabase["read"] {
  const pending = new Map<QueryId, number>();
  const idOf = new WeakMap<object, QueryId>();
  const add = (id: QueryId, by: 1 | -1) => {
    pending.set(id, Math.max(0, (pending.get(id) ?? 0) + by));
    if (pending.get(id) === 0) pending.delete(id);
    reads.pending = pending.size;
  };
  const forgetParts = (node: object) => {
    for (const part of Object.values(node) as unknown[]) {
      if (typeof part !== "object" || part === null || ArrayBuffer.isView(part)) continue;
      const id = idOf.get(part);
      if (id !== undefined) add(id, -1);
      idOf.delete(part);
      forgetParts(part);
    }
  };
  return read.withPlugin({
    transformQuery: ({ node, queryId }) => {
      forgetParts(node);
      idOf.set(node, queryId);
      add(queryId, 1);
      return node;
    },
    transformResult: ({ result, queryId }) => {
      add(queryId, -1);
      return Promise.resolve(result);
    },
  });
}

/** A token that is not random. */
export function numberedTokens(seed: number): () => string {
  let number = 0;
  return () => `played-${seed}-${++number}`;
}
