import type { RowStateChart } from "@/lib/contract/answers/history";
import { stateOfCode } from "@/lib/domain/verdict/state-code";
import { isServingWord, STATE_WORDS, type State, wordOfState } from "@/lib/domain/verdict/verdict";
import { WORDS } from "@/lib/format/state-words";
import { formatSpan } from "@/lib/format/text/duration";

/** Neighbouring buckets of a row's chart that look the same. `share`: the percentage of the machines in the state. "nothing" = no entry existed. */
export interface RowChartSegment {
  readonly from: number;
  readonly buckets: number;
  readonly what: State | "nothing" | "not-recorded";
  /** The percentage of machines in the state, 0–100. */
  readonly share: number;
}

/** Joins the buckets of a row's chart that look the same. */
export function rowChartSegments({ worst, share }: Pick<RowStateChart, "worst" | "share">): readonly RowChartSegment[] {
  const runs: RowChartSegment[] = [];
  for (const [index, code] of worst.entries()) {
    const what = code === -2 ? "not-recorded" : (stateOfCode(code) ?? "nothing");
    const part = share[index] ?? 0;
    const last = runs.at(-1);
    if (last !== undefined && last.what === what && last.share === part) runs[runs.length - 1] = { ...last, buckets: last.buckets + 1 };
    else runs.push({ from: index, buckets: 1, what, share: part });
  }
  return runs;
}

/** Describes a row's chart: "Unhealthy for 12 min, not recorded for 5 min". `ms`: the length of all buckets together. */
export function rowChartText(runs: readonly RowChartSegment[], ms: number): string {
  const buckets = runs.reduce((sum, run) => sum + run.buckets, 0);
  const span = (count: number) => formatSpan((count / Math.max(buckets, 1)) * ms);
  const sum = (which: (run: RowChartSegment) => boolean) => runs.filter(which).reduce((total, run) => total + run.buckets, 0);
  const isOf = (what: RowChartSegment["what"]) => (what === "nothing" || what === "not-recorded" ? null : wordOfState(what));
  const states = STATE_WORDS.filter((word) => !isServingWord(word)).flatMap((word) => {
    const count = sum((run) => isOf(run.what) === word && run.share > 0);
    return count === 0 ? [] : [`${WORDS[word]} for ${span(count)}`];
  });
  const [blind, none] = [sum((run) => run.what === "not-recorded"), sum((run) => run.what === "nothing")];
  const parts = [...states, blind === 0 ? "" : `not recorded for ${span(blind)}`, none === 0 ? "" : `not there for ${span(none)}`].filter(
    (part) => part !== "",
  );
  return parts.length === 0 ? "nothing out of order" : parts.join(", ");
}
