import { Cleaner } from "./cleaner";
import type { Clock } from "./clock";
import type { EntryIndex } from "./entry-index";
import { disconnected, reported } from "./entry-marks";
import type { KubeApi, KubeObject, ObjectRef } from "./kube-api";
import { entryNameOf, type ProxyNode, streamKey } from "./proxy";
import type { Random } from "./random";
import { register } from "./registration";
import type { IstiodSettings } from "./settings";
import { updateEntry } from "./update-entry";

/** Between the end of a stream and istiod's write about it: enough to lose the race against the end of istiod itself. */
const writeDelayMs = 8;

/** A machine's stream to one replica. */
export interface Connection {
  readonly proxy: ProxyNode;
  readonly replica: Replica;
  readonly connectedAt: bigint;
  /** Called once when the replica ends the stream. */
  readonly ended: () => void;
}

/** What all replicas of a control plane share. */
export interface Surroundings {
  readonly api: KubeApi;
  readonly clock: Clock;
  readonly random: Random;
  readonly settings: IstiodSettings;
  readonly index: EntryIndex;
  /** Told of writes that failed for good. */
  readonly log: (line: string) => void;
}

/** One running istiod: holds streams, registers machines, writes what it hears and cleans up what was left (docs/istio.md#cleanup). */
export class Replica {
  readonly #streams = new Map<string, Set<Connection>>();
  readonly #recycling = new Map<Connection, () => void>();
  readonly #timers = new Set<() => void>();
  readonly #queues = new Map<string, Promise<unknown>>();
  /** Disconnections seen and not written yet; a replica that ends may take them with it (docs/istio.md#disconnect). */
  readonly #unwritten = new Set<Connection>();
  readonly #cleaner: Cleaner;
  #running = true;

  constructor(
    /** `POD_NAME`: what it writes as workloadController. */
    readonly podName: string,
    readonly around: Surroundings,
  ) {
    this.#cleaner = new Cleaner(around);
  }

  get running(): boolean {
    return this.#running;
  }

  get connections(): number {
    let count = 0;
    for (const streams of this.#streams.values()) count += streams.size;
    return count;
  }

  /** Accepts a machine after registering it. Throws a `Refusal` in istiod's words. */
  async connect(proxy: ProxyNode, ended: () => void): Promise<Connection> {
    const connection: Connection = { proxy, replica: this, connectedAt: this.around.clock.nanos(), ended };
    await this.#inOrder(proxy, () => register(this.around.api, proxy, this.podName, connection.connectedAt));
    if (this.#running) this.#hold(connection, this.#lifetimeMs());
    return connection;
  }

  /** Takes over a stream whose entry was written before this program started. */
  adopt(proxy: ProxyNode, connectedAt: bigint, ended: () => void): Connection {
    const connection: Connection = { proxy, replica: this, connectedAt, ended };
    const ageMs = Number((this.around.clock.nanos() - connectedAt) / 1_000_000n);
    this.#hold(connection, Math.max(1000, this.#lifetimeMs() - ageMs));
    return connection;
  }

  /** Hears a probe's verdict ("" = healthy). */
  report(connection: Connection, problem: string): void {
    const at = this.around.clock.nanos();
    this.#write(connection.proxy, (entry) => reported(entry, this.podName, problem, at), "status");
  }

  /** The stream ended: writes it unless the machine has another stream here, and cleans up after the grace period. */
  close(connection: Connection): void {
    if (!this.#release(connection) || !this.#running) return;
    const at = this.around.clock.nanos();
    this.#unwritten.add(connection);
    const write = async (): Promise<void> => {
      if (!this.#unwritten.has(connection)) return;
      await this.#writeDisconnection(connection, at);
      this.#unwritten.delete(connection);
      if (this.#running) this.#cleaner.schedule(refOf(connection.proxy));
    };
    this.#afterwards(writeDelayMs, () => this.#inOrder(connection.proxy, write).catch(this.#complain));
  }

  /** Ends as in a rollout: of the disconnections it still owes, those that `writes` names are written, the others are lost. */
  async stop(writes: (proxy: ProxyNode) => boolean): Promise<void> {
    this.#running = false;
    const open = [...this.#streams.values()].flatMap((streams) => [...streams]);
    const owed = [...new Set([...this.#unwritten, ...open])].filter((connection) => writes(connection.proxy));
    this.#unwritten.clear();
    this.#halt();
    const at = this.around.clock.nanos();
    await Promise.all(owed.map((connection) => this.#writeDisconnection(connection, at).catch(this.#complain)));
    for (const connection of open) connection.ended();
  }

  /** Dies without a word: nothing more is written. */
  lose(): void {
    this.#running = false;
    const open = [...this.#streams.values()].flatMap((streams) => [...streams]);
    this.#unwritten.clear();
    this.#halt();
    for (const connection of open) connection.ended();
  }

  /** A group appeared: its machines that hold a stream here are registered at once (docs/istio.md#connect). */
  groupCreated(group: KubeObject): void {
    for (const streams of this.#streams.values()) {
      for (const { proxy, connectedAt } of streams) {
        if (proxy.group !== group.metadata.name || proxy.namespace !== group.metadata.namespace) continue;
        this.#inOrder(proxy, () => register(this.around.api, proxy, this.podName, connectedAt)).catch(this.#complain);
      }
    }
  }

  #hold(connection: Connection, lifetimeMs: number): void {
    const key = streamKey(connection.proxy);
    const streams = this.#streams.get(key) ?? new Set();
    this.#streams.set(key, streams.add(connection));
    if (lifetimeMs === Number.POSITIVE_INFINITY) return;
    const recycle = (): void => {
      this.close(connection);
      connection.ended();
    };
    this.#recycling.set(connection, this.around.clock.after(lifetimeMs, recycle));
  }

  #afterwards(delayMs: number, run: () => void): void {
    const cancel = this.around.clock.after(delayMs, () => {
      this.#timers.delete(cancel);
      run();
    });
    this.#timers.add(cancel);
  }

  /** True when no other stream of the same machine is left here. */
  #release(connection: Connection): boolean {
    this.#recycling.get(connection)?.();
    this.#recycling.delete(connection);
    const streams = this.#streams.get(streamKey(connection.proxy));
    if (!streams?.delete(connection)) return false;
    if (streams.size === 0) this.#streams.delete(streamKey(connection.proxy));
    return streams.size === 0;
  }

  #halt(): void {
    for (const cancel of this.#recycling.values()) cancel();
    for (const cancel of this.#timers) cancel();
    this.#recycling.clear();
    this.#timers.clear();
    this.#streams.clear();
    this.#cleaner.stop();
  }

  /** Maximum age ± 10 %, then gRPC's own grace. */
  #lifetimeMs(): number {
    const { maxAgeMs, streamGraceMs } = this.around.settings;
    return maxAgeMs === null ? Number.POSITIVE_INFINITY : maxAgeMs * this.around.random.between(0.9, 1.1) + streamGraceMs;
  }

  async #writeDisconnection(connection: Connection, at: bigint): Promise<void> {
    if (entryNameOf(connection.proxy) === "") return;
    await updateEntry(this.around.api, refOf(connection.proxy), (entry) => disconnected(entry, this.podName, connection.connectedAt, at));
  }

  #write(proxy: ProxyNode, change: (entry: KubeObject) => KubeObject | null, subresource?: "status"): void {
    if (entryNameOf(proxy) === "") return;
    const write = async (): Promise<void> => {
      if (this.#running) await updateEntry(this.around.api, refOf(proxy), change, subresource);
    };
    this.#inOrder(proxy, write).catch(this.#complain);
  }

  /** Writes about one machine happen one after the other. */
  #inOrder<T>(proxy: ProxyNode, write: () => Promise<T>): Promise<T> {
    const key = streamKey(proxy);
    const before = this.#queues.get(key) ?? Promise.resolve();
    const done = before.then(write, write);
    const settled = done.then(ignore, ignore).then(() => {
      if (this.#queues.get(key) === settled) this.#queues.delete(key);
    });
    this.#queues.set(key, settled);
    return done;
  }

  readonly #complain = (problem: unknown): void => {
    this.around.log(`${this.podName}: ${problem instanceof Error ? problem.message : String(problem)}`);
  };
}

function refOf(proxy: ProxyNode): ObjectRef {
  return { kind: "WorkloadEntry", namespace: proxy.namespace, name: entryNameOf(proxy) };
}

function ignore(): void {
  // The caller of the write has the outcome; the queue only needs its end.
}
