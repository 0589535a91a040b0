import type { Term } from "@/lib/contract/filter-term";
import { FINDING_FACETS, type FindingFacet } from "@/lib/contract/finding-filter";
import type { Facet } from "@/lib/contract/rows";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { compareText } from "@/lib/server/compare-text";
import type { Finding } from "@/lib/server/findings/finding";

type FindingTerm = Term<FindingFacet>;

const MOST_VALUES = 40;

/** What of a list of findings a filter leaves, with its facets: each counts what it would be without its own words. */
export function filteredFindings(
  findings: Iterable<Finding>,
  terms: readonly FindingTerm[],
): { readonly matched: Finding[]; readonly facets: readonly Facet[] } {
  const matched: Finding[] = [];
  const counts = new Map<FindingFacet, Map<string, number>>(FINDING_FACETS.map((facet) => [facet, new Map<string, number>()]));
  for (const finding of findings) {
    const failing = failingParts(finding, terms);
    if (failing.size === 0) matched.push(finding);
    for (const facet of FINDING_FACETS) {
      if (failing.size > 1 || (failing.size === 1 && !failing.has(facet))) continue;
      const own = counts.get(facet);
      const value = facetValue(finding, facet);
      if (value !== "") own?.set(value, (own.get(value) ?? 0) + 1);
    }
  }
  return { matched, facets: FINDING_FACETS.map((key) => facetOf(key, counts.get(key) ?? new Map<string, number>())) };
}

/** The parts of a filter that a finding fails: facets by their names, and each other word. */
function failingParts(finding: Finding, terms: readonly FindingTerm[]): ReadonlySet<string> {
  if (terms.length === 0) return NO_PARTS;
  const [passed, asked, failing] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const term of terms) {
    const holds = matches(finding, term) !== term.negated;
    const part = term.kind === "facet" ? term.facet : "\n";
    if (term.kind !== "facet" || term.negated) {
      if (!holds) failing.add(part);
      continue;
    }
    asked.add(part);
    if (holds) passed.add(part);
  }
  for (const part of asked) if (!passed.has(part)) failing.add(part);
  return failing;
}

const NO_PARTS: ReadonlySet<string> = new Set();

function matches(finding: Finding, term: FindingTerm): boolean {
  switch (term.kind) {
    case "facet":
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

/** The value of a facet; "" = it has none. */
export function facetValue({ rule, subject }: Finding, facet: FindingFacet): string {
  switch (facet) {
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

function facetOf(key: FindingFacet, counts: ReadonlyMap<string, number>): Facet {
  const values = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || compareText(a.value, b.value));
  return { key, values: values.slice(0, MOST_VALUES), more: Math.max(0, values.length - MOST_VALUES) };
}
