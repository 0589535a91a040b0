import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { replicaTransitions } from "@/lib/domain/history/replica-transitions";
import { recorderIndependentWorld, toStoredWorld } from "@/lib/domain/history/world-parts";
import type { World } from "@/lib/domain/mesh/world";
import { isLearned } from "@/lib/server/fleet/changed-replicas";
import type { ComparedObject } from "./adoption";
import type { HistoryRecord, SubjectKey } from "./history-record";
import type { OpenVersion } from "./open-versions";
import { shapeOf } from "./shape-of";
import { storedWorld } from "./stored";
import { momentOf, type Windows } from "./windows";

export interface WorldRecorderParts {
  readonly windows: Windows;
  readonly now: () => number;
  readonly append: (records: readonly HistoryRecord[]) => void;
}

/** Turns worlds into versions, and what their replicas did into records. */
export class WorldRecorder {
  readonly #known = new Map<string, World>();

  constructor(private readonly parts: WorldRecorderParts) {}

  forgetAll(): void {
    this.#known.clear();
  }

  isKnown(cluster: string): boolean {
    return this.#known.has(cluster);
  }

  /** A cluster has a new world; the first one is compared with the history by `adopt`. */
  changed(world: World): void {
    const before = this.#known.get(world.cluster);
    if (before === undefined) return;
    const pods = this.parts.windows.find(world.cluster, "istiod-pods", "*");
    this.#turn(before, world, momentOf(pods, this.parts.now(), isLearned(before, world) ? "found" : "seen"));
  }

  compared(world: World, open: OpenVersion | undefined): ComparedObject {
    const state = shapeOf(recorderIndependentWorld(world)).digest;
    if (open === undefined) return { own: "", open: null, openSince: null, isSame: false, state };
    return {
      own: "",
      open: "",
      openSince: open.validFrom,
      isSame: state === shapeOf(recorderIndependentWorld(storedWorld(world.cluster, open))).digest,
      state,
    };
  }

  adopt(world: World, open: OpenVersion | undefined, lastSeen: number | null): void {
    const at = this.parts.now();
    const before = open === undefined ? null : storedWorld(world.cluster, open);
    const since = open?.validFrom ?? at;
    this.#turn(before, world, { at, notBefore: open === undefined ? null : Math.min(at, Math.max(lastSeen ?? 0, since)) });
  }

  #turn(before: World | null, after: World, moment: EventTime): void {
    const { append } = this.parts;
    this.#known.set(after.cluster, after);
    const shape = toStoredWorld(after);
    const versionKey = `world:${shapeOf(recorderIndependentWorld(after)).digest}`;
    if (before !== null && versionKey === `world:${shapeOf(recorderIndependentWorld(before)).digest}`) return;
    for (const { replica, transition } of before === null ? [] : replicaTransitions(before, after, moment)) {
      const subject: SubjectKey = { cluster: after.cluster, kind: "replica", namespace: replica.namespace, name: replica.name, uid: replica.uid };
      append([{ kind: "happened", subject, series: null, versionKey: String(replica.runningSince ?? "stopped"), transitions: [transition] }]);
    }
    const subject: SubjectKey = { cluster: after.cluster, kind: "world", namespace: "", name: after.cluster, uid: after.cluster };
    const unjudged = { recounted: false, isFirst: before === null, state: -1, servingClass: 0, vouched: true, connection: "" };
    append([{ kind: "version", subject, series: null, version: { shape, moving: {}, versionKey, ...moment, ...unjudged }, transitions: [] }]);
  }
}
