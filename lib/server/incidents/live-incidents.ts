import { randomInt } from "node:crypto";
import type { ClusterStatus } from "@/lib/contract/status";
import { IncidentEngine } from "@/lib/domain/incidents/engine";
import type { Observation, Population, Sight } from "@/lib/domain/incidents/observation";
import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/live-fleet";
import type { HistoryRecord } from "@/lib/server/history/history-record";
import { FleetPopulation } from "./fleet-population";
import { FleetObserver } from "./observe-fleet";

/** Observations wait this long for each other. Milliseconds. */
const BATCH_MS = 200;
/** A cluster that is not recorded is checked again after this time. Milliseconds. */
const CHECK_MS = 1_000;
/** The letters of keys: no vowels, so that they form no words, and none that look alike. */
const KEY_LETTERS = "bcdfghjkmnpqrstvwxz23456789";
const KEY_LENGTH = 6;

export interface LiveIncidentsParts {
  readonly fleet: LiveFleet;
  readonly clock: Clock;
  /** True while all of the cluster that can be seen is recorded. */
  readonly watches: (cluster: string) => boolean;
}

/** Runs the engine of incidents over the live fleet, and gives the incidents to the fleet's memory. */
export class LiveIncidents {
  readonly #observer: FleetObserver;
  readonly #engine: IncidentEngine;
  readonly #statuses = new Map<string, ClusterStatus>();
  readonly #sights = new Map<string, Sight>();
  #waiting: Observation[] = [];
  #cancel: () => void = () => undefined;
  #wakeAt = Number.POSITIVE_INFINITY;
  #cancelCheck: (() => void) | null = null;
  #isStarted = false;
  #stopped = false;

  constructor(private readonly parts: LiveIncidentsParts) {
    const { fleet, clock } = parts;
    this.#observer = new FleetObserver({ fleet, now: () => clock.now(), observe: (observation) => this.#observe(observation) });
    this.#engine = new IncidentEngine({ population: this.#population(), newKey });
  }

  /** Takes what the recorder writes, in its order. */
  records(records: readonly HistoryRecord[]): void {
    if (!this.#stopped) this.#observer.records(records);
  }

  /** Takes the status of a cluster. */
  status(status: ClusterStatus): void {
    const before = this.#statuses.get(status.cluster)?.freshness.kind;
    this.#statuses.set(status.cluster, status);
    if (before !== status.freshness.kind) this.check();
  }

  /** Checks again whether each cluster is recorded. */
  check(): void {
    if (this.#stopped) return;
    const { clusters } = this.parts.fleet;
    for (const cluster of clusters) this.#checkCluster(cluster);
    const isWaiting = clusters.some((cluster) => this.#sights.get(cluster) !== "observed");
    if (isWaiting) this.#cancelCheck ??= this.parts.clock.setTimer(() => this.#checkAgain(), CHECK_MS);
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#cancelCheck?.();
    this.#observer.stop();
  }

  #checkAgain(): void {
    this.#cancelCheck = null;
    this.check();
  }

  #checkCluster(cluster: string): void {
    const sight = this.#sightOf(cluster);
    const before = this.#sights.get(cluster);
    // A cluster that was never observed has no incidents yet.
    if (sight === null || sight === before || (before === undefined && sight !== "observed")) return;
    this.#sights.set(cluster, sight);
    if (before === undefined) this.#start();
    this.#observe({ kind: "cluster", at: this.parts.clock.now(), notBefore: null, cluster, sight });
    if (sight === "observed") this.#observer.scan(cluster);
  }

  /** The first observed cluster is the start: what is bad then was so before. */
  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.parts.fleet.incidentMemory.begin(this.parts.clock.now());
    this.#observe({ kind: "started", at: this.parts.clock.now(), notBefore: null, stoppedAt: null });
  }

  /** Null = it is being listed again: it stays as it was. */
  #sightOf(cluster: string): Sight | null {
    const kind = this.#statuses.get(cluster)?.freshness.kind;
    if (kind === "denied") return "denied";
    if (kind === "stale" || kind === "absent") return "stale";
    if (this.parts.watches(cluster)) return "observed";
    return kind === "catching-up" || kind === "starting" ? null : "not-recorded";
  }

  #observe(observation: Observation): void {
    if (this.#stopped) return;
    this.#waiting.push(observation);
    this.#wake(BATCH_MS);
  }

  #wake(ms: number): void {
    const { clock } = this.parts;
    const at = clock.monotonic() + ms;
    if (this.#stopped || at >= this.#wakeAt) return;
    this.#cancel();
    this.#wakeAt = at;
    this.#cancel = clock.setTimer(() => this.#pass(), ms);
  }

  /** Takes what waits, and makes the decisions that are due. A decision falls on a whole second, so all observations before it are here. */
  #pass(): void {
    this.#wakeAt = Number.POSITIVE_INFINITY;
    const { clock, fleet } = this.parts;
    const batch = this.#waiting;
    this.#waiting = [];
    this.#engine.take(batch.sort((a, b) => a.at - b.at));
    this.#engine.passTo(clock.now());
    fleet.incidentMemory.update(this.#engine.takeChanged());
    const next = this.#engine.nextDecisionAt;
    if (Number.isFinite(next)) this.#wake(Math.max(BATCH_MS, next - clock.now()));
  }

  /** Counts again once in each pass. */
  #population(): Population {
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

function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join("");
}
