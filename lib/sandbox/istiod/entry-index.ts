import { type CleanupMarks, cleanupMarksOf } from "./entry-marks";
import type { KubeApi, KubeObject, ObjectRef } from "./kube-api";

/** istiod's cache of all entries, cut down to what its sweep looks at; and its ear for new groups. */
export class EntryIndex {
  readonly #entries = new Map<string, { ref: ObjectRef; marks: CleanupMarks }>();
  #stops: (() => void)[] = [];

  /** Follows groups from now on; `onGroup` hears of those that are created later, not of those that are there. */
  async followGroups(api: KubeApi, onGroup: (group: KubeObject) => void): Promise<void> {
    const known = new Set<string>();
    let listed = false;
    const stop = await api.follow("WorkloadGroup", ({ type, object }) => {
      const uid = object.metadata.uid ?? "";
      if (type === "ADDED" && listed && !known.has(uid)) onGroup(object);
      known.add(uid);
    });
    listed = true;
    this.#stops.push(stop);
  }

  /** Lists and then follows entries. */
  async followEntries(api: KubeApi): Promise<void> {
    const stop = await api.follow("WorkloadEntry", ({ type, object }) => {
      const ref = { kind: "WorkloadEntry", namespace: object.metadata.namespace ?? "", name: object.metadata.name };
      const key = `${ref.namespace}/${ref.name}`;
      const marks = cleanupMarksOf(object);
      // Entries that nobody ever cleans up need no place in memory.
      if (type === "DELETED" || (!marks.registered && !marks.healthChecked)) this.#entries.delete(key);
      else this.#entries.set(key, { ref, marks });
    });
    this.#stops.push(stop);
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
  }

  where(matches: (marks: CleanupMarks) => boolean): ObjectRef[] {
    return [...this.#entries.values()].filter(({ marks }) => matches(marks)).map(({ ref }) => ref);
  }
}
