"use client";

import { SeverityIcon } from "@/components/state/severity-icon";
import { TableHeads } from "@/components/ui/table-heads";
import { Link } from "@/lib/client/page-link";
import type { RuleChanges } from "@/lib/contract/answers/finding-changes";
import { type FindingFacet, ruleFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery, type ListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { formatNumber, signed } from "@/lib/format/text/numbers";

interface ComparedTableProps {
  readonly rules: readonly RuleChanges[];
  readonly query: ListQuery<FindingFacet>;
}

/** Rules with what they found then and find now; those that moved most stand first. */
export function ComparedTable({ rules, query }: ComparedTableProps) {
  const moved = ({ appeared, resolved }: RuleChanges) => appeared + resolved;
  const inOrder = [...rules].sort((a, b) => moved(b) - moved(a) || (a.code < b.code ? -1 : 1));
  return (
    <div className="mt-2 overflow-x-auto">
      <table className="table" aria-label="Findings then and now, by rule">
        <TableHeads
          of={[
            "rule",
            ["then", "text-end"],
            ["now", "text-end"],
            ["change", "text-end"],
            ["appeared", "text-end max-desk:hidden"],
            ["resolved", "text-end max-desk:hidden"],
          ]}
        />
        <tbody>
          {inOrder.map((rule) => (
            <ComparedRow key={rule.code} rule={rule} search={formatListQuery(ruleFindingsQuery(query, rule.rule))} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ComparedRow({ rule, search }: { readonly rule: RuleChanges; readonly search: string }) {
  const { code, before, now, appeared, resolved } = rule;
  const title = RULE_WORDS[rule.rule]?.title ?? rule.rule;
  return (
    <tr data-compared={code}>
      <td data-column="rule" className="wide">
        <span className="mr-1.5 inline-block align-[-2px]">
          <SeverityIcon severity={rule.severity} />
        </span>
        <Link href={pagePaths.findings(search)} prefetch={false} title={title}>
          <span className="font-mono text-s">{code}</span> {title}
        </Link>
      </td>
      <td data-column="then" className={`text-end tabular-nums ${before === null ? "text-blind" : "text-ink-2"}`}>
        {before === null ? "not asked" : formatNumber(before)}
      </td>
      <td data-column="now" className="text-end tabular-nums">
        {formatNumber(now)}
      </td>
      <td data-column="change" className="text-end font-semibold tabular-nums">
        {before === null ? "" : signed(now - before)}
      </td>
      <td data-column="appeared" className="text-end tabular-nums text-ink-2 max-desk:hidden">
        {before === null ? "" : formatNumber(appeared)}
      </td>
      <td data-column="resolved" className="text-end tabular-nums text-ink-2 max-desk:hidden">
        {formatNumber(resolved)}
      </td>
    </tr>
  );
}
