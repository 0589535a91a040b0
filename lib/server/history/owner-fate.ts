import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EventTime, OwnerStateAtEnd } from "@/lib/domain/history/ending-evidence";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { Recent } from "./recent";
import type { Windows } from "./windows";

/** So many groups are remembered after they went. */
const GROUPS_MOST = 10_000;

/** When groups went, by uid. */
export class GoneGroups {
  readonly #moments = new Recent<EventTime>(GROUPS_MOST);
  #gone: (uid: string) => void = () => undefined;

  onGone(gone: (uid: string) => void): void {
    this.#gone = gone;
  }

  set(uid: string, { at, notBefore }: EventTime): void {
    this.#moments.set(uid, { at, notBefore });
    this.#gone(uid);
  }

  get(uid: string): EventTime | undefined {
    return this.#moments.get(uid);
  }
}

/** What is known of the group that owns an entry, by its uid: one that was made anew under the same name is another. */
export function fateOfOwner({ cluster, namespace, owner }: WorkloadEntry, fleet: FleetReader, windows: Windows, goneGroups: GoneGroups): OwnerStateAtEnd {
  if (owner === null) return { kind: "none" };
  if (owner.kind !== "WorkloadGroup") return { kind: "other" };
  const gone = goneGroups.get(owner.uid);
  if (gone !== undefined) return { kind: "gone", ...gone };
  if (windows.covering(cluster, "workloadgroups", namespace)?.recording !== true) return { kind: "unseen" };
  const group = fleet.group(cluster, namespace, owner.name)?.object;
  return { kind: group?.uid === owner.uid ? "there" : "absent" };
}
