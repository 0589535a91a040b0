import { EMPTY_FACET_VALUE, type MachineFacet, type Term as TermOf } from "@/lib/contract/url/filter-term";
import type { GroupFacet, TroubleAge } from "@/lib/contract/url/list-filters";
import type { GroupTrait } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { objectInSight, worstState } from "@/lib/server/fleet/group-sight";
import { isPast, type TimeTerm, turnsAt } from "@/lib/server/fleet/time-terms";
import { shownWhy } from "./group-row-sorts";
import type { VisibleGroup } from "./visible-groups";

type Term = TermOf<GroupFacet>;
type FacetTerm = Term & { readonly kind: "facet" };
type LabelTerm = Term & { readonly kind: "label" };

/** The age of a group's trouble; null = it is in no trouble. */
type TroubleAges = (group: VisibleGroup) => TroubleAge | null;

/**
 * Does a group match the words of a filter? Any of the wanted values of a facet or a label, none of the unwanted ones.
 * Facets of single machines match where one of its machines has the value.
 */
export function matchesGroup(fleet: FleetReader, group: VisibleGroup, terms: readonly Term[], troubleAge: TroubleAges): boolean {
  const matches = (term: Term) => matchesTerm(fleet, group, term, troubleAge);
  return terms.every((term) => {
    const asked = alternativesOf(term);
    return asked === null ? matches(term) : terms.some((other) => alternativesOf(other) === asked && matches(other));
  });
}

/** Does a filter select groups by the age of their trouble? */
export function asksForTrouble(terms: readonly Term[]): boolean {
  return terms.some((term) => term.kind === "facet" && term.facet === "trouble");
}

/** Words with the same answer are alternatives; null for a word that stands alone. */
function alternativesOf(term: Term): string | null {
  if (term.negated) return null;
  if (term.kind === "facet") return `:${term.facet}`;
  return term.kind === "label" && term.value !== null ? `=${term.key}` : null;
}

/** The next moment (milliseconds) at which time alone changes what one of the groups matches; null where only changes do. */
export function groupsTurnAt(fleet: FleetReader, groups: readonly VisibleGroup[], terms: readonly Term[]): number | null {
  const times = terms.filter((term): term is TimeTerm => term.kind === "time");
  let next: number | null = null;
  for (const term of times) {
    for (const time of groups.flatMap((group) => groupTimes(fleet, group, term.key))) {
      const at = turnsAt(term, time);
      if (at !== null && at >= fleet.now() && (next === null || at + 1 < next)) next = at + 1;
    }
  }
  return next;
}

function matchesTerm(fleet: FleetReader, group: VisibleGroup, term: Term, troubleAge: TroubleAges): boolean {
  switch (term.kind) {
    case "misread":
      return false;
    case "text":
      return hasText(fleet, group, term.text.toLowerCase()) !== term.negated;
    case "label":
      return hasLabel(group, term) !== term.negated;
    case "time":
      return groupTimes(fleet, group, term.key).some((time) => isPast(term, time, fleet.now()));
    case "facet":
      return hasFacet(fleet, group, term, troubleAge) !== term.negated;
  }
}

/** Its name, its namespace, and its trouble in the words of its row. */
function hasText(fleet: FleetReader, { record, sight }: VisibleGroup, needle: string): boolean {
  if (record.name.includes(needle) || record.place.namespace.includes(needle)) return true;
  return shownWhy(fleet.groupRow(record, sight)).toLowerCase().includes(needle);
}

function hasLabel({ record, sight }: VisibleGroup, { key, value }: LabelTerm): boolean {
  const labels = objectInSight(record, sight)?.entryLabels ?? [];
  return labels.some(([name, its]) => name === key && (value === null || its === value));
}

/** The moments that a group's times are counted from: of its object, of its trouble, of the connections of its machines. */
function groupTimes(fleet: FleetReader, { record, sight }: VisibleGroup, key: TimeTerm["key"]): readonly (number | null)[] {
  if (key === "age") return [objectInSight(record, sight)?.createdAt ?? null];
  if (key === "connected") return sight.machines ? Array.from(fleet.members(record), (entry) => fleet.time(entry, key)) : [];
  const { state, since } = fleet.groupRow(record, sight);
  return state === "healthy" ? [] : [since];
}

function hasFacet(fleet: FleetReader, group: VisibleGroup, { facet, value }: FacetTerm, troubleAge: TroubleAges): boolean {
  const { record, sight } = group;
  const has = (trait: GroupTrait) => sight.machines && fleet.traits(record, trait).some((one) => (one.value || EMPTY_FACET_VALUE) === value);
  switch (facet) {
    case "state":
      return sight.machines && worstState(record, sight) === value;
    case "group":
      return value === record.name || value === `${record.place.namespace}/${record.name}`;
    case "zone":
      return has("zone");
    case "network":
      return has("network");
    case "replica":
      return has("replica");
    case "cluster":
      return record.place.cluster === value;
    case "namespace":
      return record.place.namespace === value;
    case "trouble":
      return troubleAge(group) === value;
    case "region":
    case "revision":
    case "origin":
      return hasMachine(fleet, group, facet, value);
  }
}

/** What is not counted by group is asked of its machines. */
function hasMachine(fleet: FleetReader, { record, sight }: VisibleGroup, facet: MachineFacet, value: string): boolean {
  if (!sight.machines) return false;
  for (const entry of fleet.members(record)) if (fleet.facet(entry, facet) === value) return true;
  return false;
}
