"use client";

import type { ReactNode } from "react";
import { SeverityIcon } from "@/components/state/severity-icon";
import { Sentence } from "@/components/state/statement";
import type { ListUrl } from "@/components/table/use-list-url";
import { Link } from "@/lib/client/page-link";
import { useMuteNow, useMutes } from "@/lib/client/use-mutes";
import { type FindingFacet, ruleFindingsQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FindingRow, RuleSummary } from "@/lib/contract/views/findings";
import { muteOfFinding } from "@/lib/domain/findings/mute";
import { ruleFindingCount } from "@/lib/domain/statements/findings";
import { generalText } from "@/lib/format/findings/rule-texts";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { partialClause } from "@/lib/format/findings/untold-words";
import { plural } from "@/lib/format/text/numbers";
import { adviceFor, FindingItem } from "./finding-item";
import { MuteFinding } from "./mute-finding";

interface RuleSectionProps {
  readonly rule: RuleSummary;
  /** The findings of it that are here: perhaps not all. */
  readonly rows: readonly FindingRow[];
  readonly url: ListUrl<FindingFacet>;
  /** What stands under its findings, such as the way to more of them. */
  readonly children?: ReactNode;
}

/** One rule with what it found: why it matters, what to do, what it cannot see; those that are muted last. */
export function RuleSection({ rule, rows, url, children }: RuleSectionProps) {
  const { list } = useMutes();
  const now = useMuteNow();
  const words = RULE_WORDS[rule.rule];
  const muted = rows.map((row) => ({ row, mute: muteOfFinding(row, list, now) }));
  const inOrder = [...muted.filter(({ mute }) => mute === null), ...muted.filter(({ mute }) => mute !== null)];
  const advices = new Set(rows.map(adviceFor));
  const [advice] = advices;
  const left = rule.matched - rows.length;
  const all = ruleFindingsQuery(url.query, rule.rule);
  return (
    <section aria-labelledby={rule.code} className="mt-7 grid grid-cols-[64px_20px_minmax(0,1fr)] max-desk:grid-cols-[20px_minmax(0,1fr)]">
      <span className="pt-px font-mono text-s text-ink-3 max-desk:col-span-2">{rule.code}</span>
      <span className="pt-1">
        <SeverityIcon severity={rule.severity} />
      </span>
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={rule.code} className="text-m font-semibold">
            {words?.title ?? rule.rule}
          </h2>
          <span className="flex items-center gap-1.5 text-s text-ink-3">
            <Sentence of={ruleFindingCount(rule)}>{plural(rule.matched, "finding")}</Sentence>
            <MuteFinding row={null} rule={rule.rule} />
          </span>
        </div>
        {words !== undefined && (
          <p className="mt-0.5 max-w-[68em] text-ink-2">
            {words.why} {advices.size > 1 ? "" : (advice ?? generalText(words.whatToDo))}
          </p>
        )}
        <ul className="mt-1.5 border-t border-line">
          {inOrder.map(({ row, mute }) => (
            <FindingItem key={row.id} row={row} mute={mute} hasAdvice={advices.size > 1} />
          ))}
        </ul>
        {children}
        {left > 0 && children === undefined && (
          <p className="mt-1.5">
            <Link href={pagePaths.findings(formatListQuery(all))} prefetch={false} className="max-desk:inline-flex max-desk:min-h-11 max-desk:items-center">
              All {plural(rule.matched, "finding")}
            </Link>
          </p>
        )}
        <p className="mt-1.5 max-w-[68em] text-s text-ink-3">
          {words !== undefined && `What this cannot see: ${words.cannotSee}`}
          {rule.partial.length > 0 && <span className="text-blind"> Here {partialClause(rule.partial)}.</span>}
        </p>
      </div>
    </section>
  );
}
