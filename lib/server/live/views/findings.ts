import { parseFindingsQuery } from "@/lib/contract/url/list-filters";
import type { ListQuery } from "@/lib/contract/url/list-query";
import type { FindingsHead } from "@/lib/contract/views/findings";
import type { Finding } from "@/lib/server/findings/finding";
import { filteredFindings } from "@/lib/server/findings/list/filter-findings";
import { findingRow } from "@/lib/server/findings/list/finding-row";
import { ruleSummaries } from "@/lib/server/findings/list/rule-summaries";
import { sinceOfFindings } from "@/lib/server/findings/list/since-of";
import { isFindingSort, sortFindings } from "@/lib/server/findings/list/sort-findings";
import type { ScopedFindings } from "@/lib/server/findings/scoped-findings";
import { standingFindings } from "@/lib/server/findings/standing-findings";
import { pickedPlace } from "@/lib/server/fleet/picked-place";
import type { OpenView } from "@/lib/server/live/view-source";

/** Of each rule that found something so many stand on the page that shows all of them. */
const OF_EACH = 5;

/** What every rule found in the picked places, filtered and sorted. */
export const openFindings: OpenView<"findings"> = ({ fleet, viewer, query, offset, limit, changed, isFirstPaint }) => {
  const parsed = parseFindingsQuery(query);
  const standing = standingFindings(fleet, viewer.scope, changed);
  const unhook = fleet.findingMemory?.hook(changed);
  const problem = isFindingSort(parsed.sort) ? null : `There is no column "${parsed.sort.replace(/^-/, "")}" to sort by; this is worst first.`;
  return {
    compute: () => {
      const settled = isFirstPaint === true ? standing.isSettled() : standing.caughtUp();
      const { findings } = standing;
      const all = Array.from(findings.store.all()).filter(({ subject }) => isPicked(parsed, subject));
      const { matched, facets } = filteredFindings(all, parsed.terms);
      const sinceOf = sinceOfFindings(fleet, viewer.scope);
      const sorted = sortFindings(matched, parsed.sort, sinceOf);
      const head: FindingsHead = {
        ...{ total: all.length, matched: matched.length, facets: [...facets], problem, settled },
        ...bySeverity(all),
        rules: ruleSummaries(findings, parsed, all, matched),
        ...askedAbout(findings, parsed),
      };
      const shown = parsed.sort === "" && !isOfOneRule(sorted) ? firstOfEach(sorted) : sorted.slice(offset, offset + limit);
      return { head, rows: shown.map((finding) => findingRow(finding, sinceOf(finding))) };
    },
    close: () => {
      unhook?.();
      standing.close();
    },
  };
};

/** What lies in no namespace is in all of them. */
function isPicked(picked: ListQuery<string>, { cluster, namespace }: Finding["subject"]): boolean {
  if (namespace === "") return picked.clusters.length === 0 || picked.clusters.includes(cluster);
  return pickedPlace(picked, cluster, namespace);
}

function bySeverity(findings: readonly Finding[]): Pick<FindingsHead, "errors" | "warnings" | "notes"> {
  const count = (severity: string) => findings.filter(({ rule }) => rule.severity === severity).length;
  return { errors: count("error"), warnings: count("warning"), notes: count("note") };
}

function isOfOneRule(findings: readonly Finding[]): boolean {
  return findings.every(({ rule }) => rule === findings[0]?.rule);
}

/** Those of one rule stand together. */
function firstOfEach(sorted: readonly Finding[]): readonly Finding[] {
  let [rule, count] = [sorted[0]?.rule, 0];
  return sorted.filter((finding) => {
    if (finding.rule !== rule) [rule, count] = [finding.rule, 0];
    return count++ < OF_EACH;
  });
}

function askedAbout({ fleet, clusters, subjects, others }: ScopedFindings, picked: ListQuery<string>): Pick<FindingsHead, "machines" | "groups" | "hosts"> {
  const [groups, hosts] = (["group", "host"] as const).map((kind) =>
    [...clusters.keys()].reduce((sum, cluster) => {
      const numbers = Array.from(subjects.of(cluster, kind)).filter((number) => others.get(number) !== null);
      return sum + numbers.filter((number) => pickedPlace(picked, cluster, subjects.at(number)?.namespace ?? "")).length;
    }, 0),
  );
  let machines = 0;
  for (const { place, members } of fleet.groups()) {
    if (clusters.get(place.cluster)?.seesEntries(place.namespace) && pickedPlace(picked, place.cluster, place.namespace)) machines += members.size;
  }
  return { machines, groups: groups ?? 0, hosts: hosts ?? 0 };
}
