import type { Scope } from "@/lib/domain/source/scope";
import type { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup, FleetPlace } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { sightOf } from "@/lib/server/fleet/group-sight";
import { INVISIBLE_TO_GROUPS } from "./visible-groups";

/** Which places a view is about; true = all that the viewer sees. */
export type Concerned = (place: FleetPlace) => boolean;

/** Calls whenever a group in sight, its machines or its object may look different. Renewed connections, and what is out of sight, do not count. */
export function watchGroups(fleet: Pick<FleetReader, "subscribe" | "groupOf">, scope: Scope, concerned: Concerned, changed: () => void): () => void {
  const onMachines = (group: FleetGroup) => {
    if (sightOf(scope, group).machines && concerned(group.place)) changed();
  };
  const onEntry = (entry: EntryRef, parts: ChangedParts) => {
    if (!parts.isWithin(INVISIBLE_TO_GROUPS)) onMachines(fleet.groupOf(entry));
  };
  return fleet.subscribe({
    leaving: onEntry,
    entering: onEntry,
    memory: onMachines,
    group: (group) => {
      if (sightOf(scope, group).object && concerned(group.place)) changed();
    },
  });
}
