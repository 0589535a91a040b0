import { FINDING_SEVERITIES, type FindingSeverity } from "@/lib/domain/findings/rule";
import type { SummaryLine } from "@/lib/format/group-details";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { RULE_WORDS } from "./rule-words";
import { SEVERITY_WORDS } from "./severity-words";

interface NumbersOfFindings {
  readonly total: number;
  /** The number of rules that lack data. */
  readonly untold: number;
  readonly unreadableMutes: boolean;
}

interface ListedFinding {
  readonly rule: string;
  readonly severity: FindingSeverity;
}

/** The line of the findings of one object: "1 warning" and the title of its rule. */
export function findingsLine(rows: readonly ListedFinding[], { total, untold, unreadableMutes }: NumbersOfFindings): SummaryLine {
  const notKnown = untold === 0 ? "" : `${plural(untold, "rule")} cannot tell`;
  if (unreadableMutes) return { lead: "The mutes are not readable.", tone: "warn", rest: notKnown };
  const worst = FINDING_SEVERITIES.find((severity) => rows.some((row) => row.severity === severity));
  if (total === 0 || worst === undefined) return untold === 0 ? { lead: "", tone: "plain", rest: "No finding." } : { lead: notKnown, tone: "blind", rest: "" };
  const ofWorst = rows.filter(({ severity }) => severity === worst);
  const rules = [...new Set(ofWorst.map(({ rule }) => rule))];
  const first = rules[0] ?? "";
  const others = total - ofWorst.length;
  const more = rules.length > 1 ? ` and ${plural(rules.length - 1, "more rule")}` : "";
  const rest = [`${RULE_WORDS[first]?.title ?? first}${more}`, others === 0 ? "" : `${others} ${oneOrMany(others, "other")}`, notKnown].filter(
    (part) => part !== "",
  );
  const word = SEVERITY_WORDS[worst].word.toLowerCase();
  return { lead: `${plural(ofWorst.length, word)}:`, tone: worst === "error" ? "bad" : worst === "warning" ? "warn" : "plain", rest: rest.join(" · ") };
}
