import { HOST_STATUSES } from "@/lib/domain/services/service-status";
import type { FilterGrammar } from "./filter-term";
import { type ListQuery, parseListQueryOf } from "./list-query";

/** The facets of a list of hosts. `answers`: who does; `caller`: a namespace that may call it; a `label=value` asks for hosts whose selector wants that pair. */
export const HOST_FACETS = ["status", "answers", "kind", "port", "caller", "cluster", "namespace"] as const;
export type HostFacet = (typeof HOST_FACETS)[number];

const ANSWERERS = ["machines", "pods", "inline", "addresses", "nobody"] as const;
export type Answerer = (typeof ANSWERERS)[number];

export const HOST_FILTER: FilterGrammar<HostFacet> = {
  facets: HOST_FACETS,
  compared: [],
  values: { status: HOST_STATUSES, answers: ANSWERERS, kind: ["service", "serviceentry"] },
  otherNames: new Map<string, HostFacet>([
    ["state", "status"],
    ["is", "status"],
    ["owner", "kind"],
    ["ns", "namespace"],
  ]),
  otherValues: new Map([
    ["notknown", "unknown"],
    ["notchecked", "unchecked"],
    ["claimedtwice", "claimed-twice"],
    ["takesnobody", "takes-nobody"],
    ["allserve", "serves"],
    ["machine", "machines"],
    ["pod", "pods"],
    ["address", "addresses"],
    ["se", "serviceentry"],
    ["svc", "service"],
  ]),
};

/** Reads the query of a list of hosts. */
export function parseHostsQuery(search: URLSearchParams | string): ListQuery<HostFacet> {
  return parseListQueryOf(HOST_FILTER, search);
}

/** The list of hosts whose selector wants a label of a machine, in its namespace. */
export function hostsWanting(cluster: string, namespace: string, key: string, value: string): ListQuery<HostFacet> {
  return { clusters: [cluster], namespaces: [namespace], terms: [{ kind: "label", key, value, negated: false }], sort: "" };
}
