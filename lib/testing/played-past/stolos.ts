import type { ClusterStatus } from "@/lib/contract/status";
import { type NamespaceScope, type Scope, scopeOf, type WatchedKind } from "@/lib/domain/scope";
import type { Clock } from "@/lib/server/clock";
import { type LiveFleet, liveFleet } from "@/lib/server/fleet/live-fleet";
import { LiveFleetSink } from "@/lib/server/fleet/live-fleet-sink";
import { createHistory } from "@/lib/server/history/create-history";
import type { History } from "@/lib/server/history/history";
import type { HistoryWriter } from "@/lib/server/history/history-record";
import { createHistoryWriter, type EndingWriter } from "@/lib/server/history/history-writer";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { keepMemories, type MemoryKeeper } from "@/lib/server/history/keep-memories";
import { type HistoryDatabase, openDatabase } from "@/lib/server/history/open-database";
import { openVersionReader } from "@/lib/server/history/read-open-versions";
import { createRecorder, type Recorder } from "@/lib/server/history/recorder";
import { RECORDER_TIMINGS } from "@/lib/server/history/recorder-timings";
import { ClusterFeed } from "./cluster-feed";
import type { PlayedMesh } from "./mesh";
import type { ScriptCluster } from "./script";
import { type Timeline, turn } from "./timeline";

/** Records wait for each other in memory: so many at most, and so long (milliseconds). */
const MOST_WAITING = 1_500;
const LONGEST_WAIT_MS = { live: 5_000, coarse: 60_000 };
/** Sources prove themselves so often (milliseconds). */
const PROOF_MS = { live: 6_000, coarse: 300_000 };
/** Before the live part the recorder extends its windows and closes its minutes so often (milliseconds). */
const COARSE_TICK_MS = 60_000;

export interface StolosParts {
  readonly timeline: Timeline;
  readonly folder: string;
  readonly clusters: readonly { readonly script: ScriptCluster; readonly mesh: PlayedMesh }[];
  /** From this moment on everything runs at the product's own intervals, and groups learn from the history. Milliseconds since 1970. */
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

  /** `killed`: nothing is told to the recorder; what is in memory at that moment is written all the same. */
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
  #memories: MemoryKeeper | null = null;
  #isOver = false;

  static async start(parts: StolosParts): Promise<Process> {
    const reads = { pending: 0 };
    const opened = await openDatabase({ url: null, folder: parts.folder });
    const database = { ...opened, read: counted(opened.read, reads) };
    const { timeline } = parts;
    // The writer has no time of its own: it writes when it is told to, so that equal plays make equal transactions.
    const clock = { now: timeline.now, monotonic: () => 0, setTimer: () => () => undefined };
    const writer = createHistoryWriter(database, clock, { batchRecords: 20 * MOST_WAITING, token: parts.token() });
    await new Promise<void>((resolve) => void writer.onStatus(({ kind }) => kind === "recording" && resolve()));
    return new Process(parts, database, writer, reads);
  }

  private constructor(
    private readonly parts: StolosParts,
    readonly database: HistoryDatabase,
    private readonly writer: EndingWriter,
    private readonly reads: { readonly pending: number },
  ) {
    const { timeline, clusters } = parts;
    this.#clock = this.#ownClock();
    this.#waiting = { records: 0, since: timeline.now() };
    this.fleet = liveFleet(
      clusters.map(({ script }) => script.name),
      timeline.now,
    );
    const losses = {
      lost: (...loss: Parameters<MemoryKeeper["lost"]>) => this.#memories?.lost(...loss),
      meant: (...loss: Parameters<MemoryKeeper["meant"]>) => this.#memories?.meant(...loss),
    };
    const history = openVersionReader(database.read, false);
    this.#recorder = createRecorder({ fleet: this.fleet, writer: this.#countedWriter(), history, clock: this.#clock, losses });
    this.history = createHistory({ database, status: () => writer.status(), fleet: this.fleet, clock: this.#clock });
    this.sink = new LiveFleetSink(this.fleet, this.#clock, {
      sources: this.#recorder,
      status: (status) => {
        this.#recorder.status(status);
        this.#statuses.set(status.cluster, status);
      },
      rights: (cluster, rights) => this.#rights.set(cluster, rights),
    });
    for (const { script, mesh } of clusters) this.#feeds.set(script.name, new ClusterFeed({ mesh, cluster: script, sink: this.sink }));
    for (const feed of this.#feeds.values()) feed.start();
    this.#proveLater();
    this.#clock.setTimer(() => this.#remember(), Math.max(0, parts.liveFrom - timeline.now()));
  }

  readonly #waiting: { records: number; since: number };

  /** The status of each cluster, as pages show it. */
  statuses(): readonly ClusterStatus[] {
    return [...this.#statuses.values()];
  }

  /** Everything that Stolos may read. */
  scope(): Scope {
    return scopeOf(this.#rights, { known: this.parts.clusters.map(({ script }) => script.name) });
  }

  feed(cluster: string): ClusterFeed {
    const feed = this.#feeds.get(cluster);
    if (feed === undefined) throw new Error(`The script has no cluster ${cluster}.`);
    return feed;
  }

  audit(line: AuditLine): void {
    this.history.keepAudit(line);
  }

  /** Writes everything that waits. */
  async flush(): Promise<void> {
    this.#waiting.records = 0;
    this.#waiting.since = this.parts.timeline.now();
    await this.writer.flush();
  }

  async settle(): Promise<void> {
    const { timeline, liveFrom } = this.parts;
    do await turn();
    while (this.reads.pending > 0);
    const longest = timeline.now() >= liveFrom ? LONGEST_WAIT_MS.live : LONGEST_WAIT_MS.coarse;
    const { records, since } = this.#waiting;
    if (records > MOST_WAITING || (records > 0 && timeline.now() - since >= longest)) await this.flush();
  }

  async end(how: "stopped" | "killed"): Promise<void> {
    for (const feed of this.#feeds.values()) {
      if (how === "stopped") feed.prove();
      feed.stop();
    }
    this.#isOver = true;
    this.#memories?.stop();
    this.sink.stop();
    if (how === "stopped") this.#recorder.stop();
    await this.flush();
    await this.history.end();
    if (how === "stopped") await this.writer.stop();
    await this.database.close();
  }

  #remember(): void {
    const { database, fleet, writer } = this;
    this.#memories = keepMemories({ database, status: () => writer.status(), fleet, clock: this.#clock, timeScale: 1 });
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

  #countedWriter(): HistoryWriter {
    const { writer } = this;
    return {
      recorderToken: writer.recorderToken,
      status: () => writer.status(),
      onStatus: (listener) => writer.onStatus(listener),
      flush: () => writer.flush(),
      append: (records) => {
        if (this.#waiting.records === 0) this.#waiting.since = this.parts.timeline.now();
        this.#waiting.records += records.length;
        return writer.append(records);
      },
    };
  }
}

/** Counts the questions that the database has not answered yet. */
function counted(read: HistoryDatabase["read"], reads: { pending: number }): HistoryDatabase["read"] {
  return read.withPlugin({
    transformQuery: ({ node }) => {
      reads.pending++;
      return node;
    },
    transformResult: ({ result }) => {
      reads.pending--;
      return Promise.resolve(result);
    },
  });
}

/** A token that is not random. */
export function numberedTokens(seed: number): () => string {
  let number = 0;
  return () => `played-${seed}-${++number}`;
}
