import { ALL_NAMESPACES } from "@/lib/domain/source/source";
import type { Clock } from "@/lib/server/clock";
import { recordedKind, storedName } from "@/lib/server/cluster/kinds";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import type { OpenVersionReader } from "./open-versions";
import { reconcileEntries, reconcileGroups, reconcileTable, settledOpen, type Wanted } from "./reconcile";
import type { EntryRecorder } from "./record-entry";
import type { GaugeRecorder } from "./record-gauges";
import type { GroupRecorder } from "./record-group";
import type { TableRecorder } from "./record-table";
import type { WorldRecorder } from "./record-world";
import type { RecorderTimings } from "./recorder-timings";
import type { Source } from "./windows";

export interface ComparisonParts {
  readonly fleet: RememberingFleet;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  /** The token of this recorder. */
  readonly token: string;
  readonly timings: RecorderTimings;
  readonly recorders: {
    readonly entries: EntryRecorder;
    readonly groups: GroupRecorder;
    readonly tables: ReadonlyMap<string, TableRecorder>;
    readonly worlds: WorldRecorder;
    readonly gauges: GaugeRecorder;
  };
  /** Have Pods or Nodes of the cluster not been listed yet? */
  readonly isWorldStarting: (cluster: string) => boolean;
  /** A source was compared, or may be compared again: it is recorded from now on, if it still can be. */
  readonly goOn: (source: Source) => void;
}

/** Compares each source with what the history has open, before it is recorded: once, and again after every pause of the history. */
export class Comparisons {
  readonly #comparing = new Set<Source>();
  /** Clusters of which it is known that what their world is made of is out of sight. */
  readonly #hiddenWorlds = new Set<string>();
  /** Counts pauses: what was begun before one is not wanted after it. */
  #epoch = 0;

  constructor(private readonly parts: ComparisonParts) {}

  worldIsHidden(cluster: string): void {
    this.#hiddenWorlds.add(cluster);
  }

  /** Nothing that was compared holds any more, and no comparison that goes on is wanted. */
  forgetAll(): void {
    this.#epoch++;
    const { entries, groups, worlds } = this.parts.recorders;
    for (const recorder of [entries, groups, worlds]) recorder.forgetAll();
  }

  async compare(source: Source): Promise<void> {
    if (this.#comparing.has(source)) return;
    this.#comparing.add(source);
    const { clock, timings, goOn, recorders } = this.parts;
    const epoch = this.#epoch;
    const wanted = () => epoch === this.#epoch && source.freshness.kind === "live";
    try {
      const gauges = await recorders.gauges.open(source);
      if (await this.#reconcile(source, wanted)) {
        // At once: from here on each change is recorded.
        recorders.gauges.adopt(source, gauges);
        source.recording = true;
        goOn(source);
      }
    } catch {
      // The history says by itself that it cannot be read; until it can, this source is not recorded.
      clock.setTimer(() => goOn(source), timings.retryMs);
    } finally {
      this.#comparing.delete(source);
    }
    // What came to pass while the comparison went on, and made it unwanted, may be over.
    if (!source.recording && epoch !== this.#epoch && source.freshness.kind === "live") goOn(source);
  }

  async #reconcile(source: Source, wanted: Wanted): Promise<boolean> {
    const { clock, history: reader, fleet, recorders, token } = this.parts;
    const { entries, groups } = recorders;
    const parts = { fleet, reader, clock, token, entries, groups };
    switch (recordedKind(source.watched)?.recordedBy) {
      case "entries":
        await this.#settled(source, wanted);
        await this.#adoptWorld(source, wanted);
        return reconcileEntries(parts, source, wanted);
      case "groups":
        return reconcileGroups(parts, source, wanted);
      case "worlds":
      case "gauges":
        return wanted();
      case "table":
        return reconcileTable(parts, recorders.tables.get(source.watched), source, wanted);
      case undefined:
        return false;
    }
  }

  /**
   * Waits until it is known who may hold the machines: else every start would be recorded as a doubt. There is no time limit while another recorder records the
   * source and the first lists of Pods and Nodes are on their way, because the other one may have read them.
   */
  async #settled(source: Source, wanted: Wanted): Promise<void> {
    const { clock, fleet, timings, history, token, isWorldStarting } = this.parts;
    const { cluster, namespace, watched } = source;
    const until = clock.monotonic() + timings.settleMs;
    const isKnown = () => fleet.worldOf(cluster).replicas.kind !== "denied" || this.#hiddenWorlds.has(cluster);
    const isRecorded = async () => (await history.othersSeen(cluster, storedName(watched), namespace, token, clock.now())) !== null;
    while (!isKnown() && wanted() && (clock.monotonic() < until || (isWorldStarting(cluster) && (await isRecorded()))))
      await new Promise((resolve) => void clock.setTimer(() => resolve(null), timings.settleMs / 50));
  }

  async #adoptWorld(source: Source, wanted: Wanted): Promise<void> {
    const { clock, fleet, history: reader, token } = this.parts;
    const { worlds } = this.parts.recorders;
    const { cluster } = source;
    if (worlds.isKnown(cluster)) return;
    const pods: Source = { ...source, watched: "istiod-pods", namespace: ALL_NAMESPACES };
    const read = await settledOpen({ reader, clock, token }, pods, "world", wanted, (open) => [
      [cluster, worlds.compared(fleet.worldOf(cluster), open.get(cluster))],
    ]);
    if (read !== null && !worlds.isKnown(cluster)) worlds.adopt(fleet.worldOf(cluster), read.open.get(cluster), read.lastSeen);
  }
}
