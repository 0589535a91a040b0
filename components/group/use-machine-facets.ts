"use client";

import { NO_ROWS } from "@/components/table/first-window";
import { useView } from "@/lib/client/use-view";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import type { Facet } from "@/lib/contract/views/values";

/** Returns the facet values of machines in the clusters and namespaces of a list; null until they are needed and loaded. */
export function useMachineFacets(query: ListQuery<string>, isWanted: boolean): readonly Facet[] | null {
  const { state } = useView("entries", isWanted ? formatListQuery({ ...query, terms: [], sort: "" }) : null, NO_ROWS);
  return state?.head.facets ?? null;
}
