import type { ListQuery } from "@/lib/contract/url/list-query";
import type { RuleSummary, UndecidedNamespaces } from "@/lib/contract/views/findings";
import { RULES } from "@/lib/domain/findings/rules";
import type { SourceName } from "@/lib/domain/source/source";
import type { ClusterFindings } from "@/lib/server/findings/cluster-findings";
import type { AnyRule, Finding } from "@/lib/server/findings/finding";
import type { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import { compareRules } from "./sort-findings";

const MOST_NAMES = 5;
const SORTED_RULES = [...RULES].sort(compareRules);

type Picked = Pick<ListQuery, "clusters" | "namespaces">;

/** Every rule over the picked places: how much it found, and where it cannot tell. */
export function ruleSummaries(findings: ScopedFindings, picked: Picked, all: readonly Finding[], matched: readonly Finding[]): RuleSummary[] {
  const [totals, matches] = [countsOf(all), countsOf(matched)];
  const here = [...findings.clusters.values()].filter(({ cluster }) => picked.clusters.length === 0 || picked.clusters.includes(cluster));
  return SORTED_RULES.map((rule) => {
    const untold = findings.store.untoldOf(rule);
    return {
      ...{ code: rule.code, rule: rule.name, severity: rule.severity, subject: rule.subject },
      ...{ total: totals.get(rule) ?? 0, matched: matches.get(rule) ?? 0 },
      untold: here.flatMap((cluster) => untoldIn(rule, cluster, picked)),
      untoldSubjects: [...untold.values()].reduce((sum, count) => sum + count, 0),
      untoldSources: [...new Set([...untold.keys()].flatMap((key) => key.split(",")))].sort(),
      partial: [...new Set(here.flatMap(({ gates }) => gates.partial(rule)))],
    };
  });
}

function countsOf(findings: readonly Finding[]): ReadonlyMap<AnyRule, number> {
  const counts = new Map<AnyRule, number>();
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

/** Subjects of these lie in no namespace. */
const NOWHERE: readonly AnyRule["subject"][] = ["network", "place", "replica", "mesh"];

function untoldIn(rule: AnyRule, { cluster, gates, namespaces }: ClusterFindings, picked: Picked): UndecidedNamespaces[] {
  if (NOWHERE.includes(rule.subject)) {
    const sources = gates.missing(rule, "");
    return sources.length === 0 ? [] : [{ cluster, sources: [...sources], forbidden: [...gates.forbidden(rule, "")], namespaces: [], count: 0, of: 0 }];
  }
  const here = namespaces.filter((namespace) => pickedPlace(picked, cluster, namespace));
  const lacking = new Map<string, { readonly sources: readonly SourceName[]; readonly forbidden: readonly SourceName[]; readonly namespaces: string[] }>();
  for (const namespace of here) {
    const sources = gates.missing(rule, namespace);
    if (sources.length === 0) continue;
    const forbidden = gates.forbidden(rule, namespace);
    const key = JSON.stringify([sources, forbidden]);
    const known = lacking.get(key) ?? { sources, forbidden, namespaces: [] };
    lacking.set(key, known);
    known.namespaces.push(namespace);
  }
  return [...lacking.values()].map(({ sources, forbidden, namespaces: without }) => ({
    ...{ cluster, sources: [...sources], forbidden: [...forbidden], namespaces: without.slice(0, MOST_NAMES), count: without.length, of: here.length },
  }));
}
