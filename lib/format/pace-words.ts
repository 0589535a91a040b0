import type { Pace } from "@/lib/domain/pace";
import { formatSpan } from "./age";
import { formatCount } from "./count";

/** "suddenly" or "slowly". */
export function paceWord({ kind }: Pick<Pace, "kind">): string {
  return kind === "sudden" ? "suddenly" : "slowly";
}

/** The word with what it rests on: "suddenly, 5 of 6 machines within 2 s", "slowly, 7 machines over 14 min". */
export function pacePhrase({ kind, count, total, lastedMs }: Pace): string {
  const span = formatSpan(Math.max(1_000, lastedMs));
  const machines = count === total ? `${formatCount(count)} machines` : `${formatCount(count)} of ${formatCount(total)} machines`;
  return `${paceWord({ kind })}, ${machines} ${kind === "sudden" ? "within" : "over"} ${span}`;
}
