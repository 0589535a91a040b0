import { type ListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";
import type { Scope } from "@/lib/domain/source/scope";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { FleetReader, SeenGroup } from "@/lib/server/fleet/fleet-reader";
import { isVisible, sightOf } from "@/lib/server/fleet/group-sight";
import { pickedPlace } from "@/lib/server/fleet/picked-place";

/** A group with what of it may be seen. */
export type VisibleGroup = SeenGroup;

/** What of an entry's change no group shows. */
export const INVISIBLE_TO_GROUPS = ChangedParts.of("connectionTimes", "metadata", "spec");

/** The visible groups in the picked clusters and namespaces, by cluster, namespace and name. A deleted group is visible while its lost machines count. */
export function visibleGroups(fleet: FleetReader, query: Pick<ListQuery, "clusters" | "namespaces">, scope: Scope): VisibleGroup[] {
  const found: VisibleGroup[] = [];
  for (const record of fleet.groups()) {
    if (!pickedPlace(query, record.place.cluster, record.place.namespace)) continue;
    const sight = sightOf(scope, record);
    if (isVisible(record, sight)) found.push({ record, sight });
  }
  return found;
}

/** Reads a view's query for its clusters and namespaces. */
export function placesOf(query: string): ListQuery {
  return parseMachinesQuery(query);
}

/** How many machines of a group are in sight. */
export function machinesIn({ record, sight }: VisibleGroup): number {
  return sight.machines ? record.members.size : 0;
}

/** The groups whose machines are visible. */
export function withMachines(visible: readonly VisibleGroup[]): readonly VisibleGroup[] {
  return visible.filter(({ sight }) => sight.machines);
}
