import type { FailurePace } from "@/lib/domain/verdict/tiers";
import { formatSpan } from "./text/duration";
import { formatNumber } from "./text/numbers";

/** "suddenly" or "slowly". */
function paceWord({ kind }: Pick<FailurePace, "kind">): string {
  return kind === "sudden" ? "suddenly" : "slowly";
}

/** The word with what it rests on: "suddenly, 5 of 6 machines within 2 s", "slowly, 7 machines over 14 min". */
export function pacePhrase({ kind, count, total, lastedMs }: FailurePace): string {
  const span = formatSpan(Math.max(1_000, lastedMs));
  const machines = count === total ? `${formatNumber(count)} machines` : `${formatNumber(count)} of ${formatNumber(total)} machines`;
  return `${paceWord({ kind })}, ${machines} ${kind === "sudden" ? "within" : "over"} ${span}`;
}
