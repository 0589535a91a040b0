import type { Scope } from "@/lib/domain/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import type { GroupRecord } from "@/lib/server/fleet/group-table";
import { INVISIBLE_TO_GROUPS } from "./visible-groups";

/** Which places a view is about; true = all that the viewer sees. */
export type Concerned = (place: GroupRecord["place"]) => boolean;

/** Calls whenever a group in sight, its machines or its object may look different. Renewed connections, and what is out of sight, do not count. */
export function watchGroups({ store }: FleetReader, scope: Scope, concerned: Concerned, changed: () => void): () => void {
  const recordOf = (slot: number) => store.groups.at(store.columns.int("group", slot));
  const onEntry = (slot: number, mask: number) => {
    if ((mask & ~INVISIBLE_TO_GROUPS) === 0) return;
    const record = recordOf(slot);
    if (sightOf(scope, record).machines && concerned(record.place)) changed();
  };
  const unhookEntries = store.hookEntries({ leaving: onEntry, entering: onEntry });
  const unhookGroups = store.hookGroups((record) => {
    if (sightOf(scope, record).object && concerned(record.place)) changed();
  });
  const unhookMemory = store.hookMemory((record) => {
    if (sightOf(scope, record).machines && concerned(record.place)) changed();
  });
  return () => {
    unhookEntries();
    unhookMemory();
    unhookGroups();
  };
}
