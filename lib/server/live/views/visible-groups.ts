import { type ListQuery, parseListQuery } from "@/lib/contract/list-query";
import type { Scope } from "@/lib/domain/scope";
import { CHANGED } from "@/lib/server/fleet/changed";
import { pickedPlace } from "@/lib/server/fleet/entry-filter";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Sight, sightOf } from "@/lib/server/fleet/group-sight";
import type { GroupRecord } from "@/lib/server/fleet/group-table";

/** A group with what of it may be seen. */
export interface VisibleGroup {
  readonly record: GroupRecord;
  readonly sight: Sight;
}

/** What of an entry's change no group shows. */
export const INVISIBLE_TO_GROUPS = CHANGED.connectionTimes | CHANGED.metadata | CHANGED.spec;

/** The groups of a scope in the picked clusters and namespaces, by cluster, namespace and name. A record without anything in sight is left out. */
export function visibleGroups(fleet: FleetReader, query: ListQuery, scope: Scope): VisibleGroup[] {
  const found: VisibleGroup[] = [];
  for (const record of fleet.store.groups.ordered) {
    if (!pickedPlace(query, record.place.cluster, record.place.namespace)) continue;
    const sight = sightOf(scope, record);
    const hasMachines = sight.machines && record.members.size > 0;
    if (hasMachines || (sight.object && record.object !== null)) found.push({ record, sight });
  }
  return found;
}

/** Reads a view's query for its clusters and namespaces. */
export function placesOf(query: string): ListQuery {
  return parseListQuery(query);
}

/** How many machines of a group are in sight. */
export function machinesIn({ record, sight }: VisibleGroup): number {
  return sight.machines ? record.members.size : 0;
}
