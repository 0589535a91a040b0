import { FINDING_SEVERITIES, FINDING_SUBJECTS } from "@/lib/domain/findings/rule";
import { RULE_NAMES } from "@/lib/domain/findings/rule-names";
import type { FilterGrammar } from "./filter-term";
import { type ListQuery, parseListQueryOf } from "./list-query";

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
