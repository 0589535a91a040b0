import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ClusterStatus } from "@/lib/contract/status";
import type { Scope } from "@/lib/domain/source/scope";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { seeded } from "@/lib/sandbox/istiod/random";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import type { History } from "@/lib/server/history/history";
import type { HistoryDatabase } from "@/lib/server/history/open-database";
import { ClusterCounter, type FleetCount } from "./count";
import { PlayedMesh } from "./mesh";
import { objectsAt } from "./object-store";
import { perform, type Scene } from "./perform";
import type { PastScript, ScriptEvent } from "./script";
import { numberedTokens, PlayedStolos } from "./stolos";
import { Timeline } from "./timeline";

const MINUTE_MS = 60_000;
/** The last part of a play, in which Stolos runs at its own intervals. */
const LIVE_MS = 10 * MINUTE_MS;

export interface PlayOptions {
  readonly seed: number;
  /** The moment at which the past ends, in milliseconds since 1970. */
  readonly now: number;
  /** The folder for the history's file; a new temporary one if missing. */
  readonly folder?: string;
  /** Length of the last part, in which groups learn from the history and all intervals are the product's. Milliseconds; 10 min if missing. */
  readonly liveMs?: number;
  /** The script counts the fleet so often; each full minute if missing. A multiple of a minute. */
  readonly countEveryMs?: number;
  /** Called after each count while Stolos runs, with everything settled. */
  readonly onMinute?: (moment: PlayedMoment) => void | Promise<void>;
}

/** The fleet at a moment of the play, in the product and in the script's own count. */
export interface PlayedMoment {
  readonly now: number;
  readonly fleet: LiveFleet;
  readonly history: History;
  readonly scope: Scope;
  readonly count: FleetCount;
}

/** An event that was played, with the ids of its machines. */
export interface PlayedEvent {
  readonly at: number;
  readonly event: ScriptEvent;
  readonly machines: readonly string[];
}

/** A past that ends now: its history, the live fleet at its end, and the script's own counts. Must be closed. */
export interface PlayedPast {
  readonly from: number;
  readonly now: number;
  /** The folder with `history.db`. The file is complete after `close`. */
  readonly folder: string;
  readonly fleet: LiveFleet;
  readonly history: History;
  readonly database: HistoryDatabase;
  /** The virtual clock, for a hub or a view on the live fleet. It moves with `advance`. */
  readonly clock: Clock;
  readonly statuses: readonly ClusterStatus[];
  /** The objects that Stolos itself may read. */
  readonly scope: Scope;
  /** The script's own count at each full minute (see `countEveryMs`), and at the end. */
  readonly counts: readonly FleetCount[];
  /** The last count at or before a moment. */
  countAt(at: number): FleetCount;
  readonly events: readonly PlayedEvent[];
  /** The raw objects of a kind at a moment. */
  objectsAt(cluster: string, kind: string, at: number): readonly KubeObject[];
  /** All objects of a cluster at `now`, for `--objects` of the embedded cluster: {"cluster","objects"}. */
  snapshot(cluster: string): { readonly cluster: string; readonly objects: readonly KubeObject[] };
  /** Plays on for a while. `now`, `counts` and the live fleet move on. */
  advance(ms: number): Promise<void>;
  /** `stopped`: the recorder ends in order, as at a restart; `killed`: the file ends in the middle. */
  close(how?: "stopped" | "killed"): Promise<void>;
}

/** Plays a script: istiod and Stolos on one virtual clock write a history that ends at `now`. */
export async function playPast(script: PastScript, options: PlayOptions): Promise<PlayedPast> {
  const play = new Play(script, options);
  await play.start();
  return play;
}

class Play implements PlayedPast {
  readonly from: number;
  readonly folder: string;
  readonly counts: FleetCount[] = [];
  readonly events: PlayedEvent[] = [];
  readonly #timeline: Timeline;
  readonly #meshes: ReadonlyMap<string, PlayedMesh>;
  readonly #counters: readonly ClusterCounter[];
  readonly #stolos: PlayedStolos;
  readonly #problems: unknown[] = [];
  /** Number of events and consequences that wait for the database. The clock waits for them. */
  #working = 0;

  constructor(
    private readonly script: PastScript,
    private readonly options: PlayOptions,
  ) {
    const { seed, now, liveMs = LIVE_MS } = options;
    this.from = now - script.lengthMs;
    this.folder = options.folder ?? mkdtempSync(join(tmpdir(), "stolos-played-"));
    this.#timeline = new Timeline(this.from);
    const parts = { timeline: this.#timeline, settings: script.istiod, failed: this.#failed };
    // Each cluster has its own random sequence, so that a change in one moves nothing in another.
    const clusters = script.clusters.map((cluster, at) => {
      const mesh = new PlayedMesh(cluster, { ...parts, random: seeded(seed + 1_000 * at) });
      return { script: cluster, mesh };
    });
    this.#meshes = new Map(clusters.map(({ mesh }) => [mesh.name, mesh]));
    this.#counters = clusters.map(({ mesh }) => new ClusterCounter(mesh));
    this.#stolos = new PlayedStolos({
      timeline: this.#timeline,
      folder: this.folder,
      clusters,
      liveFrom: now - liveMs,
      token: numberedTokens(seed),
    });
  }

  readonly #failed = (problem: unknown): void => {
    this.#problems.push(problem);
  };

  readonly #work = (work: () => void | Promise<void>): void => {
    this.#working++;
    const done = () => void this.#working--;
    Promise.resolve().then(work).catch(this.#failed).then(done, done);
  };

  get now(): number {
    return this.#timeline.now();
  }

  get fleet(): LiveFleet {
    return this.#stolos.running.fleet;
  }

  get history(): History {
    return this.#stolos.running.history;
  }

  get clock(): Clock {
    return this.#timeline;
  }

  get database(): HistoryDatabase {
    return this.#stolos.running.database;
  }

  get statuses(): readonly ClusterStatus[] {
    return this.#stolos.running.statuses();
  }

  get scope(): Scope {
    return this.#stolos.running.scope();
  }

  async start(): Promise<void> {
    for (const mesh of this.#meshes.values()) await mesh.begin();
    await this.#stolos.start();
    this.#timeline.settleWith(async () => {
      do await this.#stolos.settle();
      while (this.#working > 0);
    });
    const scene: Scene = {
      ...{ timeline: this.#timeline, meshes: this.#meshes, stolos: this.#stolos, work: this.#work },
      noted: (event, machines) => void this.events.push({ at: this.from + event.at, event, machines: machines.map(({ id }) => id) }),
    };
    for (const event of this.script.events) this.#timeline.setTimer(() => this.#work(() => perform(scene, event)), event.at);
    await this.#runTo(this.options.now);
  }

  async advance(ms: number): Promise<void> {
    await this.#runTo(this.now + ms);
  }

  countAt(at: number): FleetCount {
    const count = this.counts.findLast((one) => one.at <= at);
    if (count === undefined) throw new Error(`Nothing is counted before ${new Date(at).toISOString()}.`);
    return count;
  }

  objectsAt(cluster: string, kind: string, at: number): readonly KubeObject[] {
    return objectsAt(this.#meshOf(cluster).store.log, kind, at);
  }

  snapshot(cluster: string): { readonly cluster: string; readonly objects: readonly KubeObject[] } {
    return { cluster, objects: this.#meshOf(cluster).store.everything() };
  }

  async close(how: "stopped" | "killed" = "stopped"): Promise<void> {
    for (const mesh of this.#meshes.values()) mesh.close();
    if (!this.#stolos.isAway) await this.#stolos.end(how);
  }

  #meshOf(cluster: string): PlayedMesh {
    const mesh = this.#meshes.get(cluster);
    if (mesh === undefined) throw new Error(`The script has no cluster ${cluster}.`);
    return mesh;
  }

  async #runTo(end: number): Promise<void> {
    const { countEveryMs = MINUTE_MS } = this.options;
    while (this.now < end) {
      const next = Math.floor(this.now / countEveryMs + 1) * countEveryMs;
      await this.#timeline.runTo(Math.min(next, end));
      this.#throwProblems();
      const count = { at: this.now, clusters: this.#counters.map((counter) => counter.count()) };
      this.counts.push(count);
      if (!this.#stolos.isAway && (this.options.onMinute !== undefined || this.now >= end)) await this.#show(count);
    }
  }

  async #show(count: FleetCount): Promise<void> {
    const { fleet, history } = this;
    await this.#stolos.running.flush();
    fleet.store.tick(this.now);
    await this.options.onMinute?.({ now: this.now, fleet, history, scope: this.scope, count });
  }

  #throwProblems(): void {
    if (this.#problems.length > 0) throw new AggregateError(this.#problems, `The play failed: ${this.#problems.map(String).join("; ")}`);
  }
}
