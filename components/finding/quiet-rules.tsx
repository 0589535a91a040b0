import type { RuleSummary } from "@/lib/contract/views/findings";
import { RULE_WORDS } from "@/lib/format/findings/rule-words";
import { plural } from "@/lib/format/text/numbers";
import { isUntold } from "./untold-section";

/** The rules that could tell and found nothing, so that it can be seen what was looked for. */
export function QuietRules({ rules }: { readonly rules: readonly RuleSummary[] }) {
  const quiet = rules.filter((rule) => rule.total === 0 && !isUntold(rule));
  if (quiet.length === 0) return null;
  return (
    <details className="mt-7">
      <summary className="text-ink-2 max-desk:min-h-11">{plural(quiet.length, "rule")} found nothing</summary>
      <ul className="mt-1.5">
        {quiet.map(({ code, rule }) => (
          <li key={code} className="flex gap-3 py-0.5">
            <span className="font-mono text-s text-ink-3">{code}</span>
            <span>{RULE_WORDS[rule]?.title ?? rule}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
