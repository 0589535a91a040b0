"use client";

import { useSearchParams } from "next/navigation";
import { formatListQuery, parseMachinesQuery } from "@/lib/contract/url/list-query";

/** Returns the clusters and namespaces in the URL as a canonical query. */
export function useScopeQuery(): string {
  const { clusters, namespaces } = parseMachinesQuery(useSearchParams());
  return formatListQuery({ clusters, namespaces, terms: [], sort: "" });
}
