import { FINDING_SEVERITIES, RULE_SUBJECT_KINDS } from "@/lib/domain/findings/rule";
import { RULE_NAMES } from "@/lib/domain/findings/rule-names";
import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
import { type FilterGrammar, MACHINE_FACETS, MACHINE_FILTER, type MachineFacet } from "./filter-term";
import { type ListQuery, parseListQueryWithGrammar } from "./list-query";

/** The ages of trouble: `new` = it began or got worse within a day. */
const TROUBLE_AGES = ["new", "old"] as const;
export type TroubleAge = (typeof TROUBLE_AGES)[number];

/** The facets of a list of groups: those of machines, and the age of the group's trouble. */
export type GroupFacet = MachineFacet | "trouble";

/** The filter of a list of groups. */
export const GROUP_FILTER: FilterGrammar<GroupFacet> = {
  ...MACHINE_FILTER,
  facets: [...MACHINE_FACETS, "trouble"],
  values: { ...MACHINE_FILTER.values, trouble: TROUBLE_AGES },
};

/** Reads the query of a list of groups. */
export function parseGroupsQuery(search: URLSearchParams | string): ListQuery<GroupFacet> {
  return parseListQueryWithGrammar(GROUP_FILTER, search);
}

/** The counted facets of a list of findings. `kind`: the kind of the object of a finding. `rule`: a name or a code. */
export const COUNTED_FINDING_FACETS = ["severity", "rule", "kind", "cluster", "namespace"] as const;
/** The counted facets, and `object`: the name of an object of a finding. */
const FINDING_FACETS = [...COUNTED_FINDING_FACETS, "object"] as const;
export type FindingFacet = (typeof FINDING_FACETS)[number];

/** The filter of a list of findings. */
export const FINDING_FILTER: FilterGrammar<FindingFacet> = {
  facets: FINDING_FACETS,
  compared: [],
  values: { severity: FINDING_SEVERITIES, rule: Object.values(RULE_NAMES), kind: RULE_SUBJECT_KINDS },
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
  return parseListQueryWithGrammar(FINDING_FILTER, search);
}

/** Returns the query for the findings of one rule, with the other terms, clusters and namespaces unchanged. */
export function ruleFindingsQuery(query: ListQuery<FindingFacet>, rule: string): ListQuery<FindingFacet> {
  const others = query.terms.filter((term) => term.kind !== "facet" || term.facet !== "rule");
  return { ...query, terms: [...others, { kind: "facet", facet: "rule", value: rule, negated: false }] };
}

/**
 * The facets of a list of services. `answers`: a kind of its endpoints. `caller`: a namespace that may call it. `label=value` finds services with that pair in
 * their selector.
 */
export const SERVICE_FACETS = ["status", "answers", "kind", "port", "caller", "cluster", "namespace"] as const;
export type ServiceFacet = (typeof SERVICE_FACETS)[number];

const ENDPOINT_KINDS = ["machines", "pods", "inline", "addresses", "nobody"] as const;
export type EndpointFacetValue = (typeof ENDPOINT_KINDS)[number];

/** The filter of a list of services. */
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

/** Reads the query of a list of services. */
export function parseServicesQuery(search: URLSearchParams | string): ListQuery<ServiceFacet> {
  return parseListQueryWithGrammar(SERVICE_FILTER, search);
}

/** Returns the query for the services in a machine's namespace whose selector has a label of the machine. */
export function servicesSelectingLabelQuery(cluster: string, namespace: string, key: string, value: string): ListQuery<ServiceFacet> {
  return { clusters: [cluster], namespaces: [namespace], terms: [{ kind: "label", key, value, negated: false }], sort: "" };
}

/** The states by which a list of incidents is filtered, in the order of its page. `planned`: not over, and inside a maintenance window. */
export const LISTED_INCIDENT_STATES = ["open", "recovering", "planned", "long-running", "over"] as const;
export type ListedIncidentState = (typeof LISTED_INCIDENT_STATES)[number];

/**
 * The facets of a list of incidents. `group`, `zone`, `cluster` and `namespace`: those of its visible machines. `service`: the host name, or NAMESPACE/NAME, of
 * a visible service that lost its last endpoint.
 */
export const INCIDENT_FACETS = ["state", "tier", "group", "zone", "service", "cluster", "namespace"] as const;
export type IncidentFacet = (typeof INCIDENT_FACETS)[number];

/** The filter of a list of incidents. */
export const INCIDENT_FILTER: FilterGrammar<IncidentFacet> = {
  facets: INCIDENT_FACETS,
  compared: [],
  values: { state: LISTED_INCIDENT_STATES, tier: ["1", "2", "3", "4"] },
  otherNames: new Map<string, IncidentFacet>([
    ["status", "state"],
    ["is", "state"],
    ["ns", "namespace"],
    ["wg", "group"],
    ["workloadgroup", "group"],
    ["host", "service"],
    ["svc", "service"],
  ]),
  otherValues: new Map([["longrunning", "long-running"]]),
};
