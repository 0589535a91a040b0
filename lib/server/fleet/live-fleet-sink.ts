import type { ClusterStatus } from "@/lib/contract/status";
import type { Freshness } from "@/lib/domain/freshness";
import type { NamespaceScope, WatchedKind } from "@/lib/domain/scope";
import type { Selecting, SelectingKind } from "@/lib/domain/selecting";
import type { WorkloadGroup } from "@/lib/domain/workload-group";
import type { World } from "@/lib/domain/world";
import type { Clock } from "@/lib/server/clock";
import { ALL_NAMESPACES, type FleetSink, type KeptKind } from "@/lib/server/watch/fleet-sink";
import type { Removed, SourceTeller } from "@/lib/server/watch/sink";
import { EntrySink } from "./entry-sink";
import type { liveFleet, NamespaceNames } from "./fleet-reader";
import { createGroupSink } from "./group-sink";
import { HeldSink } from "./held-sink";

type Source = {
  readonly cluster: string;
  readonly kind: KeptKind;
  readonly namespace: string;
  readonly sink: EntrySink | HeldSink<WorkloadGroup> | HeldSink<Selecting>;
};

/** Whatever else the watches tell, for those who answer browsers. */
export interface FleetListener {
  status(status: ClusterStatus): void;
  rights(cluster: string, rights: ReadonlyMap<WatchedKind, NamespaceScope>): void;
  /** What each source says of itself, in order with its changes; for those who remember. */
  readonly sources?: SourceListener;
}

/** Hears how far each source can be believed. */
export interface SourceListener {
  freshness(cluster: string, watched: string, namespace: string, freshness: Freshness): void;
  dropped(cluster: string, watched: string, namespace: string): void;
  /** The server's list showed that something was missed while the source looked live. */
  doubted(cluster: string, watched: string, namespace: string): void;
  /** The server's list showed that nothing was missed until now. */
  agreed(cluster: string, watched: string, namespace: string): void;
}

/** How many entries are judged in one go when the world is another one: some 10 ms. */
const JUDGED_AT_ONCE = 2_000;

/** Brings what the watches of all clusters see into the live fleet, and lets its clock tick. */
export class LiveFleetSink implements FleetSink {
  readonly #sources: Source[] = [];
  #cancelTick: (() => void) | null = null;
  #tickAt: number | null = null;
  #cancelJudging: (() => void) | null = null;
  #stopped = false;

  constructor(
    private readonly fleet: ReturnType<typeof liveFleet>,
    private readonly clock: Clock,
    private readonly listener: FleetListener,
    private readonly judgedAtOnce = JUDGED_AT_ONCE,
  ) {
    fleet.store.hookDue(() => this.#scheduleTick());
  }

  entries(cluster: string, namespace: string): EntrySink {
    const sink = new EntrySink(this.fleet.store, this.clock, cluster, namespace, this.#tellerOf(cluster, "workloadentries", namespace));
    this.#sources.push({ cluster, kind: "workloadentries", namespace, sink });
    return sink;
  }

  groups(cluster: string, namespace: string): HeldSink<WorkloadGroup> {
    const sink = createGroupSink(this.fleet.store, cluster, this.#tellerOf(cluster, "workloadgroups", namespace));
    this.#sources.push({ cluster, kind: "workloadgroups", namespace, sink });
    return sink;
  }

  selectors(cluster: string, kind: SelectingKind, namespace: string): HeldSink<Selecting> {
    const { selectors } = this.fleet;
    const table = { put: (value: Selecting) => selectors.upsert(value), remove: ({ uid }: Removed) => selectors.remove(cluster, kind, uid) };
    const sink = new HeldSink(table, this.#tellerOf(cluster, kind, namespace));
    this.#sources.push({ cluster, kind, namespace, sink });
    return sink;
  }

  drop(cluster: string, kind: Source["kind"], namespace: string): void {
    const at = this.#sources.findIndex((source) => source.cluster === cluster && source.kind === kind && source.namespace === namespace);
    const [dropped] = at < 0 ? [] : this.#sources.splice(at, 1);
    this.listener.sources?.dropped(cluster, kind, namespace);
    const others = this.#sources.filter((source) => source.cluster === cluster && source.kind === kind);
    dropped?.sink.forget((name) => others.some((other) => other.namespace === ALL_NAMESPACES || other.namespace === name));
  }

  world(world: World): void {
    this.fleet.store.beginWorld(world, this.clock.now());
    this.#judgeOn();
  }

  namespaces(cluster: string, names: readonly string[], partial: boolean): void {
    const known: NamespaceNames = { names, partial };
    this.fleet.setNamespaces(cluster, known);
  }

  status(status: ClusterStatus): void {
    this.listener.status(status);
  }

  rights(cluster: string, rights: ReadonlyMap<WatchedKind, NamespaceScope>): void {
    this.listener.rights(cluster, rights);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTick?.();
    this.#cancelJudging?.();
  }

  #tellerOf(cluster: string, watched: Source["kind"], namespace: string): SourceTeller {
    const { listener } = this;
    return {
      freshness: (freshness) => listener.sources?.freshness(cluster, watched, namespace, freshness),
      doubted: () => listener.sources?.doubted(cluster, watched, namespace),
      agreed: () => listener.sources?.agreed(cluster, watched, namespace),
    };
  }

  /** A slice at a time: between two of them readers are answered and watches heard. */
  #judgeOn(): void {
    this.#cancelJudging?.();
    this.#cancelJudging = null;
    if (this.#stopped || this.fleet.store.judgeOn(this.clock.now(), this.judgedAtOnce)) return;
    this.#cancelJudging = this.clock.setTimer(() => this.#judgeOn(), 0);
  }

  #scheduleTick(): void {
    const due = this.fleet.store.nextDue;
    if (this.#stopped || due === null || (this.#tickAt !== null && this.#tickAt <= due)) return;
    this.#cancelTick?.();
    this.#tickAt = due;
    // Timers cannot wait longer than 24 days, and a corrected clock may have moved meanwhile: look again after a minute at the latest.
    this.#cancelTick = this.clock.setTimer(() => this.#tick(), Math.min(60_000, Math.max(1, due - this.clock.now())));
  }

  #tick(): void {
    this.#tickAt = null;
    this.#cancelTick = null;
    this.fleet.store.tick(this.clock.now());
    this.#scheduleTick();
  }
}
