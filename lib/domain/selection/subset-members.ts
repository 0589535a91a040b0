import { type LabelMap, missingPairs } from "./machine";
import type { Subset } from "./policies";

/** A subset with those in it. */
export interface SubsetMembers<M> {
  readonly subset: Subset;
  readonly members: readonly M[];
}

/** Who is in which subset of a host's DestinationRule, and who is in none: requests for a subset never come to these (docs/istio.md#subsets). */
export function subsetMembers<M extends { readonly machine: { readonly labels: LabelMap } }>(
  subsets: readonly Subset[],
  endpoints: readonly M[],
): { readonly subsets: readonly SubsetMembers<M>[]; readonly inNone: readonly M[] } {
  const found = subsets.map((subset) => ({
    subset,
    members: endpoints.filter(({ machine }) => missingPairs(subset.labels, machine.labels).length === 0),
  }));
  const taken = new Set(found.flatMap(({ members }) => members));
  return { subsets: found, inNone: endpoints.filter((one) => !taken.has(one)) };
}
