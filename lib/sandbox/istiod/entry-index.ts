import { type CleanupMarks, cleanupMarksOf } from "./entry-marks";
import type { KubeApi, KubeObject, ObjectRef } from "./kube-api";

/** istiod's cache of all entries, cut down to what its sweep looks at; and its ear for new groups. */
export class EntryIndex {
  readonly #entries = new Map<string, { ref: ObjectRef; marks: CleanupMarks }>();
  #stops: (() => void)[] = [];

  /** Lists and then follows entries and groups. `onGroup` hears of groups created after the list too late to be in it. */
  async start(api: KubeApi, onGroup: (group: KubeObject) => void): Promise<void> {
    const stopGroups = await api.follow("WorkloadGroup", ({ type, object }) => {
      if (type === "ADDED") onGroup(object);
    });
    const stopEntries = await api.follow("WorkloadEntry", ({ type, object }) => {
      const ref = { kind: "WorkloadEntry", namespace: object.metadata.namespace ?? "", name: object.metadata.name };
      const key = `${ref.namespace}/${ref.name}`;
      const marks = cleanupMarksOf(object);
      // Entries that nobody ever cleans up need no place in memory.
      if (type === "DELETED" || (!marks.registered && !marks.healthChecked)) this.#entries.delete(key);
      else this.#entries.set(key, { ref, marks });
    });
    this.#stops = [stopGroups, stopEntries];
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  where(matches: (marks: CleanupMarks) => boolean): ObjectRef[] {
    return [...this.#entries.values()].filter(({ marks }) => matches(marks)).map(({ ref }) => ref);
  }
}
