import { findingsCompared } from "@/lib/domain/statements/findings";
import { formatDateTime, type Zone } from "@/lib/format/clock";
import type { Headline } from "@/lib/format/headline";
import { formatSpan } from "@/lib/format/text/duration";
import { listOf } from "@/lib/format/text/lists";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import { be, PAST } from "@/lib/format/text/tense";

/** What the words of a comparison need of a rule. */
interface ComparedRule {
  readonly code: string;
  readonly before: number | null;
  readonly now: number;
  readonly appeared: number;
  readonly resolved: number;
}

interface Comparison {
  readonly from: number;
  readonly to: number;
  readonly comparedFrom: number | null;
  readonly rules: readonly ComparedRule[];
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
  readonly hidden: number;
}

/** So many codes are named. */
const MOST_CODES = 6;

/** "12 fewer than 30 d before: 4 appeared, 16 were resolved. New are STL101 and STL115." Rules that were not asked then are left out of the count. */
export function comparedSentence({ from, to, comparedFrom, rules }: Comparison, zone: Zone): Headline {
  if (comparedFrom === null) return { strong: "Nothing to compare with", rest: ": no findings are recorded in this window." };
  const { net, appeared, resolved, newRules } = findingsCompared({ from, comparedFrom, rules });
  const than = comparedFrom > from ? `at ${formatDateTime(comparedFrom, zone)}, where the record of findings begins` : `${formatSpan(to - from)} before`;
  const strong = net === 0 ? "As many" : `${formatNumber(Math.abs(net))} ${net < 0 ? "fewer" : "more"}`;
  const moved = appeared + resolved === 0 ? "" : `: ${formatNumber(appeared)} appeared, ${formatNumber(resolved)} ${be(resolved, PAST)} resolved`;
  return { strong, rest: ` ${net === 0 ? "as" : "than"} ${than}${moved}.${newRulesWords(newRules)}` };
}

/** Rules that found nothing then and find something now. */
function newRulesWords(codes: readonly string[]): string {
  if (codes.length === 0) return "";
  const more = codes.length - MOST_CODES;
  return ` New ${be(codes.length)} ${listOf([...codes.slice(0, MOST_CODES), ...(more > 0 ? [plural(more, "other rule")] : [])])}.`;
}

/** What a comparison does not know; "" = nothing. */
export function comparedDoubt({ comparedFrom, rules, gaps, hidden }: Comparison): string {
  if (comparedFrom === null) return "";
  const anew = rules.filter(({ before }) => before === null).map(({ code }) => code);
  const blind = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const words = [
    anew.length === 0 ? "" : `${listOf(anew)} ${be(anew.length, PAST)} not asked then, and ${be(anew.length)} not counted.`,
    blind === 0 ? "" : `For ${formatSpan(blind)} of it nobody looked: what came and went meanwhile is not known.`,
    hidden === 0 ? "" : `${plural(hidden, "rule is", "rules are")} left out: what is recorded of them may rest on what you may not see.`,
  ];
  return words.filter((one) => one !== "").join(" ");
}
