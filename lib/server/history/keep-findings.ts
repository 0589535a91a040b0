import { setTimeout as rest } from "node:timers/promises";
import { FINDING_CHECK_MS, FINDING_SETTLE_MS } from "@/lib/domain/history/finding-history";
import type { Scope } from "@/lib/domain/source/scope";
import type { Clock } from "@/lib/server/clock";
import type { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import { keptFindings, type StandingFindings } from "@/lib/server/findings/standing-findings";
import type { FindingMemory } from "@/lib/server/fleet/finding-memory";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { log, thrownFields } from "@/lib/server/log";
import { FINDINGS_WATCHED } from "./finding-record";
import type { HistoryRecord, HistoryWriter } from "./history-record";
import type { OpenVersion, OpenVersionReader } from "./open-versions";
import { FindingRecorder } from "./record-findings";
import type { Recorder } from "./recorder";

export interface FindingKeeperParts {
  readonly fleet: FleetReader;
  readonly memory: FindingMemory;
  /** What the server itself may see. */
  readonly scope: () => Scope;
  readonly recorder: Pick<Recorder, "watches">;
  readonly writer: HistoryWriter;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  readonly timings?: FindingTimings;
}

/** Milliseconds. */
interface FindingTimings {
  readonly lookMs: number;
  readonly patienceMs: number;
}

const FINDING_TIMINGS: FindingTimings = { lookMs: FINDING_CHECK_MS, patienceMs: FINDING_SETTLE_MS };

/** So many values are evaluated before the time is looked at. */
const AT_ONCE = 5;
/** So long is evaluated before others have their turn. Milliseconds. */
const SLICE_MS = 8;
/** Between two slices it rests for so many times as long as the slice took: nobody waits for the record. */
const REST = 9;

/** Records what rules find, and tells the live fleet since when. Resolves what it knows at a stop. */
export interface FindingKeeper {
  /** Looks now. */
  look(): Promise<void>;
  stop(): void;
}

interface Looked {
  readonly scope: string;
  readonly standing: StandingFindings;
  readonly unhook: () => void;
}

export function keepFindings(parts: FindingKeeperParts): FindingKeeper {
  return new Keeper(parts);
}

class Keeper implements FindingKeeper {
  readonly #timings: FindingTimings;
  readonly #recorders = new Map<string, FindingRecorder>();
  /** Clusters that were seen when this last looked. */
  #seen: ReadonlySet<string> = new Set();
  #looked: Looked | null = null;
  #cancel: () => void = () => undefined;
  #stopped = false;
  /** Counts pauses of the history: what was read before one is not wanted after it. */
  #epoch = 0;
  readonly #unhook: () => void;

  constructor(private readonly parts: FindingKeeperParts) {
    this.#timings = parts.timings ?? FINDING_TIMINGS;
    this.#unhook = parts.writer.onStatus(({ kind }) => {
      if (kind !== "recording") this.#forget();
    });
    this.#schedule();
  }

  async look(): Promise<void> {
    if (this.#stopped || this.parts.writer.status().kind !== "recording") return;
    const scope = this.parts.scope();
    const { findings } = this.#of(scope);
    await this.#settled();
    const { clock, memory, recorder } = this.parts;
    const seen = new Set([...findings.clusters.keys()].filter((cluster) => recorder.watches(cluster)));
    let isAnother = false;
    for (const cluster of seen) {
      // What belongs to a cluster comes from several watches: the second look has all of it.
      if (!this.#recorders.has(cluster) && this.#seen.has(cluster)) await this.#begin(cluster);
      isAnother = (this.#recorders.get(cluster)?.look(findings, clock.now(), !this.#seen.has(cluster)) ?? false) || isAnother;
    }
    this.#seen = seen;
    memory.seenBy(scope);
    if (isAnother) memory.told();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
    this.#unhook();
    this.#close();
  }

  #schedule(): void {
    this.#cancel = this.parts.clock.setTimer(() => {
      void this.look()
        // The history says by itself that it cannot be read; the next look tries again.
        .catch((error: unknown) => log("warn", "findings could not be compared with the record", thrownFields(error)))
        .finally(() => {
          if (!this.#stopped) this.#schedule();
        });
    }, this.#timings.lookMs);
  }

  /** Evaluates what changed since the last look, for a tenth of the time at most. */
  async #settled(): Promise<void> {
    while (!this.#stopped && this.#looked !== null) {
      const began = performance.now();
      for (let spent = 0; spent < SLICE_MS; spent = performance.now() - began) if (this.#looked.standing.caughtUp(AT_ONCE)) return;
      await rest((performance.now() - began) * REST);
    }
  }

  async #begin(cluster: string): Promise<void> {
    const { history, memory, writer, clock } = this.parts;
    const epoch = this.#epoch;
    const lastSeen = await history.lastSeen(cluster, FINDINGS_WATCHED, "*");
    const open: OpenVersion[] = [];
    for await (const versions of history.openVersions(cluster, "finding", "*")) open.push(...versions);
    if (epoch !== this.#epoch) return;
    const append = (records: readonly HistoryRecord[]) => void writer.append(records);
    this.#recorders.set(cluster, new FindingRecorder({ cluster, memory, append, patienceMs: this.#timings.patienceMs }, { open, lastSeen }, clock.now()));
  }

  #of(scope: Scope): { readonly findings: ScopedFindings } {
    if (this.#looked?.scope === scope.key) return this.#looked.standing;
    this.#close();
    const standing = keptFindings(this.parts.fleet, scope);
    const unhook = standing.findings.store.hook((appeared, gone, at) => {
      for (const { id, subject } of [...appeared, ...gone]) this.#recorders.get(subject.cluster)?.touch(id, at);
    });
    this.#looked = { scope: scope.key, standing, unhook };
    return standing;
  }

  #close(): void {
    this.#looked?.unhook();
    this.#looked?.standing.close();
    this.#looked = null;
  }

  #forget(): void {
    this.#epoch++;
    this.#recorders.clear();
    this.#seen = new Set();
    this.parts.memory.seenBy(null);
  }
}
