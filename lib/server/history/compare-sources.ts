import type { Clock } from "@/lib/server/clock";
import type { LiveFleet } from "@/lib/server/fleet/fleet-reader";
import type { OpenVersionReader } from "./open-versions";
import { reconcileEntries, reconcileGroups, reconcileSelectors, type Wanted } from "./reconcile";
import type { EntryRecorder } from "./record-entry";
import type { GroupRecorder } from "./record-group";
import type { SelectorRecorder } from "./record-selector";
import type { WorldRecorder } from "./record-world";
import type { RecorderTimings } from "./recorder-timings";
import type { Source } from "./windows";

export interface ComparisonParts {
  readonly fleet: Pick<LiveFleet, "store" | "selectors">;
  readonly history: OpenVersionReader;
  readonly clock: Clock;
  readonly timings: RecorderTimings;
  readonly recorders: {
    readonly entries: EntryRecorder;
    readonly groups: GroupRecorder;
    readonly selectors: SelectorRecorder;
    readonly worlds: WorldRecorder;
  };
  /** A source was compared, or may be compared again: it is recorded from now on, if it still can be. */
  readonly goOn: (source: Source) => void;
}

/** Compares each source with what the history has open, before it is recorded: once, and again after every pause of the history. */
export class Comparisons {
  readonly #comparing = new Set<Source>();
  /** Clusters whose Pods are known to be out of sight. */
  readonly #podsHidden = new Set<string>();
  /** Counts pauses: what was begun before one is not wanted after it. */
  #epoch = 0;

  constructor(private readonly parts: ComparisonParts) {}

  podsAreHidden(cluster: string): void {
    this.#podsHidden.add(cluster);
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
    const { clock, timings, goOn } = this.parts;
    const epoch = this.#epoch;
    const wanted = () => epoch === this.#epoch && source.freshness.kind === "live";
    try {
      if (await this.#reconcile(source, wanted)) {
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
    const { clock, history: reader, fleet, recorders } = this.parts;
    const { entries, groups, selectors } = recorders;
    const parts = { store: fleet.store, selectors: fleet.selectors, reader, clock, entries, groups };
    if (source.watched === "workloadgroups") return reconcileGroups(parts, source, wanted);
    if (source.watched === "services" || source.watched === "serviceentries") return reconcileSelectors(parts, selectors, source, wanted);
    if (source.watched === "pods") return wanted();
    if (source.watched !== "workloadentries") return false;
    await this.#settled(source.cluster, wanted);
    await this.#adoptWorld(source.cluster, wanted);
    return reconcileEntries(parts, source, wanted);
  }

  /** Waits until it is known who may hold the machines: else every start would be recorded as a doubt. */
  async #settled(cluster: string, wanted: Wanted): Promise<void> {
    const { clock, fleet, timings } = this.parts;
    const until = clock.monotonic() + timings.settleMs;
    const known = () => fleet.store.worldOf(cluster).replicas.kind !== "denied" || this.#podsHidden.has(cluster);
    while (!known() && wanted() && clock.monotonic() < until) await new Promise((resolve) => void clock.setTimer(() => resolve(null), timings.settleMs / 50));
  }

  async #adoptWorld(cluster: string, wanted: Wanted): Promise<void> {
    const { fleet, history } = this.parts;
    const { worlds } = this.parts.recorders;
    if (worlds.isKnown(cluster)) return;
    const lastSeen = await history.lastSeen(cluster, "pods", "*");
    for await (const [open] of history.openVersions(cluster, "world", "*")) {
      if (wanted() && !worlds.isKnown(cluster)) worlds.adopt(fleet.store.worldOf(cluster), open, lastSeen);
    }
    if (wanted() && !worlds.isKnown(cluster)) worlds.adopt(fleet.store.worldOf(cluster), undefined, lastSeen);
  }
}
