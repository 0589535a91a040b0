import type { Term } from "@/lib/contract/url/filter-term";
import { COUNTED_FINDING_FACETS, type FindingFacet } from "@/lib/contract/url/list-filters";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { filteredList } from "@/lib/server/filtered-list";
import type { Finding } from "@/lib/server/findings/finding";

type FindingTerm = Term<FindingFacet>;

const MOST_VALUES = 40;

/** What of a list of findings a filter leaves, with its facets. */
export function filteredFindings(findings: Iterable<Finding>, terms: readonly FindingTerm[]) {
  return filteredList(findings, terms, { facets: COUNTED_FINDING_FACETS, valuesOf, matches, mostValues: MOST_VALUES });
}

function valuesOf(finding: Finding, facet: FindingFacet): readonly string[] {
  const value = facetValue(finding, facet);
  return value === "" ? [] : [value];
}

function matches(finding: Finding, term: FindingTerm): boolean {
  switch (term.kind) {
    case "facet":
      if (term.facet === "object") return finding.detected.objects.some(({ name }) => name === term.value);
      return facetValue(finding, term.facet) === term.value;
    case "text":
      return textsOf(finding).some((text) => text.toLowerCase().includes(term.text.toLowerCase()));
    default:
      return false;
  }
}

/** What a word is looked for in: names of objects, evidence, and the title of the rule. */
function textsOf({ rule, detected: { objects, evidence } }: Finding): readonly string[] {
  const values = Object.values(evidence).map((value) => (typeof value === "object" ? value.join(" ") : String(value)));
  return [rule.code, rule.name, RULE_WORDS[rule.name]?.title ?? "", ...objects.map(({ namespace, name }) => `${namespace}/${name}`), ...values];
}

/** The value of a facet; "" = it has none. Of objects there are several, the first of which its list is sorted by. */
function facetValue({ rule, subject, detected }: Finding, facet: FindingFacet): string {
  switch (facet) {
    case "object":
      return detected.objects[0]?.name ?? "";
    case "severity":
      return rule.severity;
    case "rule":
      return rule.name;
    case "kind":
      return subject.kind;
    default:
      return subject[facet];
  }
}
