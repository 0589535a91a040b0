import { truncateText } from "@/lib/domain/object/clean-text";
import { parseMachinesQuery } from "./list-query";

/** The query of the page Networks. All of it is in the address. */
export interface NetworksQuery {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
  /** The network of the callers; "" = none, null = each cluster's own. */
  readonly from: string | null;
  /** The cluster in the chart; "" = the one with the most machines. */
  readonly of: string;
  readonly mode: "sidecar" | "ambient";
}

const LIMIT = 253;

/** Reads the query of the view "networks". It rejects nothing. */
export function parseNetworksQuery(search: URLSearchParams | string): NetworksQuery {
  const params = typeof search === "string" ? new URLSearchParams(search) : search;
  const { clusters, namespaces } = parseMachinesQuery(params);
  const from = params.get("from");
  return {
    ...{ clusters, namespaces },
    from: from === null ? null : truncateText(from, LIMIT),
    of: truncateText(params.get("of") ?? "", LIMIT),
    mode: params.get("mode") === "ambient" ? "ambient" : "sidecar",
  };
}

/** Formats a query in its canonical form, without default values. */
export function formatNetworksQuery({ clusters, namespaces, from, of, mode }: NetworksQuery): string {
  const params = new URLSearchParams();
  for (const cluster of clusters) params.append("cluster", cluster);
  for (const namespace of namespaces) params.append("ns", namespace);
  if (from !== null) params.set("from", from);
  if (of !== "") params.set("of", of);
  if (mode === "ambient") params.set("mode", mode);
  return params.toString();
}

/** Returns the address of the page with this query. Other keys of `search` stay. */
export function networksPageSearchParams(query: NetworksQuery, search: URLSearchParams): URLSearchParams {
  const formatted = new URLSearchParams(formatNetworksQuery(query));
  const next = new URLSearchParams(search);
  for (const key of ["from", "of", "mode"]) {
    const value = formatted.get(key);
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}
