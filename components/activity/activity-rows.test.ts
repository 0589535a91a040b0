import { describe, expect, it } from "vitest";
import type { ActivityRow, HistoryGap } from "@/lib/contract/answers/history";
import { linesOf } from "./activity-rows";

const row = (at: number) => ({ id: String(at), at }) as ActivityRow;
const gap = (from: number, to: number, reason = "the recorder was not running"): HistoryGap => ({ from, to, reason, blindTo: [] });
const spelled = (lines: ReturnType<typeof linesOf>) => lines.map((line) => (line.kind === "row" ? line.at : `${line.gap.from}–${line.gap.to}`));

describe("the log with its gaps", () => {
  it("puts a gap between what happened before and after it", () => {
    expect(spelled(linesOf([row(90), row(40)], [gap(50, 80)], { before: null, last: null }))).toEqual([90, "50–80", 40]);
  });

  it("puts a gap on one page only: the one that reaches its end", () => {
    const first = linesOf([row(90), row(70)], [gap(50, 80), gap(20, 30)], { before: null, last: 70 });
    const second = linesOf([row(40)], [gap(50, 80), gap(20, 30)], { before: 70, last: null });
    expect([spelled(first), spelled(second)]).toEqual([
      [90, "50–80", 70],
      [40, "20–30"],
    ]);
  });

  it("says the same gap once, and two reasons twice", () => {
    const gaps = [gap(10, 20), gap(10, 20), gap(10, 20, "Pods were denied")];
    expect(linesOf([], gaps, { before: null, last: null })).toHaveLength(2);
  });
});
