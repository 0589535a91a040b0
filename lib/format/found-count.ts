import { FINDING_SEVERITIES, type FindingSeverity } from "@/lib/domain/findings/rule";
import { SEVERITY_WORDS } from "./findings/severity-words";
import { listOf } from "./text/lists";
import { oneOrMany, plural } from "./text/numbers";

/** How much was found, by severity: "2 errors and 1 note found". */
export function foundCountWords(counts: Readonly<Record<FindingSeverity, number>>): string {
  const parts = FINDING_SEVERITIES.filter((severity) => counts[severity] > 0).map((severity) =>
    plural(counts[severity], SEVERITY_WORDS[severity].word.toLowerCase()),
  );
  return parts.length === 0 ? "nothing found" : `${listOf(parts)} found`;
}

/** Where nothing was found, and not every rule could look. */
export function untoldRulesWords(rules: number): string {
  return `Nothing found, and ${plural(rules, "rule")} cannot tell, as what ${oneOrMany(rules, "it needs", "they need")} is not visible.`;
}
