"use client";

import { UnknownIcon } from "@/components/state/severity-icon";
import { Section } from "@/components/ui/section";
import type { RuleSummary } from "@/lib/contract/views/findings";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { SUBJECT_WORDS } from "@/lib/format/findings/severity-words";
import { untoldText } from "@/lib/format/findings/untold-words";
import { plural } from "@/lib/format/text/numbers";

/** Can a rule not tell somewhere? */
export function isUntold({ untold, untoldSubjects }: RuleSummary): boolean {
  return untold.length > 0 || untoldSubjects > 0;
}

/** The rules that cannot tell, with what each lacks: their silence is not "fine". */
export function UntoldSection({ rules, clusters }: { readonly rules: readonly RuleSummary[]; readonly clusters: number }) {
  const untold = rules.filter(isUntold);
  if (untold.length === 0) return null;
  return (
    <Section name="rules-without-data" title="Cannot tell" aside={plural(untold.length, "rule")}>
      <ul>
        {untold.map((rule) => (
          <li
            key={rule.code}
            data-rule={rule.code}
            data-forbidden={[...new Set(rule.untold.flatMap(({ forbidden }) => forbidden))].join(" ")}
            data-sources={[...new Set(rule.untold.flatMap(({ sources }) => sources))].join(" ")}
            className="grid grid-cols-[64px_20px_minmax(0,1fr)] border-b border-line py-1.5 max-desk:grid-cols-[20px_minmax(0,1fr)]"
          >
            <span className="font-mono text-s text-ink-3 max-desk:col-span-2">{rule.code}</span>
            <span className="pt-0.5">
              <UnknownIcon />
            </span>
            <span className="min-w-0">
              {RULE_WORDS[rule.rule]?.title ?? rule.rule}
              <span className="block text-s text-blind">{untoldText(rule, { subject: SUBJECT_WORDS[rule.subject], clusters })}.</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
