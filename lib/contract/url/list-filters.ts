import { FINDING_SEVERITIES, FINDING_SUBJECTS } from "@/lib/domain/findings/rule";
import { RULE_NAMES } from "@/lib/domain/findings/rule-names";
import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
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

/** The facets of a list of findings that are counted; `kind` is what a finding is about, `rule` takes a name or a code. */
export const COUNTED_FINDING_FACETS = ["severity", "rule", "kind", "cluster", "namespace"] as const;
/** The same with `object`: the name of something that a finding names. */
const FINDING_FACETS = [...COUNTED_FINDING_FACETS, "object"] as const;
export type FindingFacet = (typeof FINDING_FACETS)[number];

export const FINDING_FILTER: FilterGrammar<FindingFacet> = {
  facets: FINDING_FACETS,
  compared: [],
  values: { severity: FINDING_SEVERITIES, rule: Object.values(RULE_NAMES), kind: FINDING_SUBJECTS },
  otherNames: new Map<string, FindingFacet>([
    ["code", "rule"],
    ["level", "severity"],
    ["about", "kind"],
    ["ns", "namespace"],
    ["on", "object"],
  ]),
  otherValues: new Map([
    ...Object.entries(RULE_NAMES).map(([code, name]) => [code.toLowerCase(), name] as const),
    ["errors", "error"],
    ["warnings", "warning"],
    ["warn", "warning"],
    ["notes", "note"],
    ["machine", "entry"],
    ["workloadentry", "entry"],
    ["workloadgroup", "group"],
    ["service", "host"],
    ["serviceentry", "host"],
    ["locality", "place"],
    ["istiod", "replica"],
    ["cluster", "mesh"],
  ]),
};

/** Reads the query of a list of findings. */
export function parseFindingsQuery(search: URLSearchParams | string): ListQuery<FindingFacet> {
  return parseListQueryOf(FINDING_FILTER, search);
}

/** The findings of one rule, in the places that are picked. */
export function findingsOfRule(query: ListQuery<FindingFacet>, rule: string): ListQuery<FindingFacet> {
  const others = query.terms.filter((term) => term.kind !== "facet" || term.facet !== "rule");
  return { ...query, terms: [...others, { kind: "facet", facet: "rule", value: rule, negated: false }] };
}

/** The facets of a list of hosts. `answers`: who does; `caller`: a namespace that may call it; a `label=value` asks for hosts whose selector wants that pair. */
export const SERVICE_FACETS = ["status", "answers", "kind", "port", "caller", "cluster", "namespace"] as const;
export type ServiceFacet = (typeof SERVICE_FACETS)[number];

const ENDPOINT_KINDS = ["machines", "pods", "inline", "addresses", "nobody"] as const;
export type EndpointKind = (typeof ENDPOINT_KINDS)[number];

export const SERVICE_FILTER: FilterGrammar<ServiceFacet> = {
  facets: SERVICE_FACETS,
  compared: [],
  values: { status: SERVICE_STATUSES, answers: ENDPOINT_KINDS, kind: ["service", "serviceentry"] },
  otherNames: new Map<string, ServiceFacet>([
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
export function parseServicesQuery(search: URLSearchParams | string): ListQuery<ServiceFacet> {
  return parseListQueryOf(SERVICE_FILTER, search);
}

/** The list of hosts whose selector wants a label of a machine, in its namespace. */
export function servicesMatching(cluster: string, namespace: string, key: string, value: string): ListQuery<ServiceFacet> {
  return { clusters: [cluster], namespaces: [namespace], terms: [{ kind: "label", key, value, negated: false }], sort: "" };
}
