import { type ListQuery, parseListQuery, type Term } from "@/lib/contract/list-query";
import type { Scope } from "@/lib/domain/scope";
import { CHANGED } from "@/lib/server/fleet/changed";
import { pickedPlace } from "@/lib/server/fleet/entry-filter";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { type Sight, sightOf, worstState } from "@/lib/server/fleet/group-row";
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

/**
 * Does a group match the words of a filter? Any of the wanted values of a facet, none of the unwanted ones.
 * Facets of single machines match where one of its machines has the value.
 */
export function matchesGroup(fleet: FleetReader, { record, sight }: VisibleGroup, terms: readonly Term[]): boolean {
  const matches = (term: Term) => matchesTerm(fleet, record, sight, term);
  const wanted = (term: Term) => term.kind === "facet" && !term.negated;
  const facets = new Set(terms.flatMap((term) => (term.kind === "facet" && !term.negated ? [term.facet] : [])));
  return (
    terms.filter((term) => !wanted(term)).every((term) => matches(term) !== term.negated) &&
    [...facets].every((facet) => terms.some((term) => wanted(term) && term.kind === "facet" && term.facet === facet && matches(term)))
  );
}

function matchesTerm(fleet: FleetReader, record: GroupRecord, sight: Sight, term: Term): boolean {
  const { texts } = fleet.store.columns;
  if (term.kind === "text") return record.name.includes(term.text.toLowerCase()) || record.place.namespace.includes(term.text.toLowerCase());
  if (term.kind === "label")
    return sight.object && (record.object?.entryLabels ?? []).some(([key, value]) => key === term.key && (term.value === null || value === term.value));
  const has = (tallies: ReadonlyMap<number, unknown>) => sight.machines && [...tallies.keys()].some((value) => (texts.text(value) || "none") === term.value);
  switch (term.facet) {
    case "state":
      return sight.machines && worstState(record, sight) === term.value;
    case "group":
      return term.value === record.name || term.value === `${record.place.namespace}/${record.name}`;
    case "zone":
      return has(record.zones);
    case "network":
      return has(record.networks);
    case "replica":
      return has(record.controllers);
    case "cluster":
      return record.place.cluster === term.value;
    case "region":
    case "revision":
    case "origin":
      return false;
  }
}
