import { FACETS, type FacetKey, type FilterGrammar, MACHINE_FILTER } from "./filter-term";
import { type ListQuery, parseListQueryOf } from "./list-query";

/** Trouble that began, or got worse, within a day is new. */
const TROUBLE_AGES = ["new", "old"] as const;
export type TroubleAge = (typeof TROUBLE_AGES)[number];

/** The facets of a list of groups: those of machines, and the age of the group's trouble. */
export type GroupFacet = FacetKey | "trouble";

/** The filter of a list of groups. */
export const GROUP_FILTER: FilterGrammar<GroupFacet> = {
  ...MACHINE_FILTER,
  facets: [...FACETS, "trouble"],
  values: { ...MACHINE_FILTER.values, trouble: TROUBLE_AGES },
};

/** Reads the query of a list of groups. */
export function parseGroupsQuery(search: URLSearchParams | string): ListQuery<GroupFacet> {
  return parseListQueryOf(GROUP_FILTER, search);
}
