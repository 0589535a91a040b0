import { describe, expect, it } from "vitest";
import { codeOfState } from "@/lib/domain/verdict/state-code";
import type { STATES } from "@/lib/domain/verdict/verdict";
import { rowChartSegments, rowChartText } from "./row-chart-segments";

const HOUR = 3_600_000;
const at = (state: (typeof STATES)[number]) => codeOfState(state);
const well = at("healthy");

describe("the chart of a row's last hour", () => {
  it("joins neighbouring buckets of the same state and share", () => {
    expect(rowChartSegments({ worst: [-2, -2, well, well, at("unhealthy"), at("unhealthy"), -1], share: [0, 0, 0, 0, 5, 10, 0] })).toEqual([
      { from: 0, buckets: 2, what: "not-recorded", share: 0 },
      { from: 2, buckets: 2, what: "healthy", share: 0 },
      { from: 4, buckets: 1, what: "unhealthy", share: 5 },
      { from: 5, buckets: 1, what: "unhealthy", share: 10 },
      { from: 6, buckets: 1, what: "nothing", share: 0 },
    ]);
  });

  it.each([
    ["nothing out of order", Array(60).fill(well), Array(60).fill(0)],
    ["Unhealthy for 12 min", [...Array(48).fill(well), ...Array(12).fill(at("unhealthy"))], [...Array(48).fill(0), ...Array(12).fill(20)]],
    ["not recorded for 30 min, not there for 30 min", [...Array(30).fill(-2), ...Array(30).fill(-1)], Array(60).fill(0)],
    ["nothing out of order", Array(60).fill(at("unchecked")), Array(60).fill(0)],
  ])("is described as: %s", (words, worst, share) => {
    expect(rowChartText(rowChartSegments({ worst, share }), HOUR)).toBe(words);
  });
});
