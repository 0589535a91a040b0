import { describe, expect, it } from "vitest";
import { labelsOf } from "./gap-labels";

const gap = (from: number, to: number, blindTo: string[] = []) => ({ from, to, reason: "", blindTo });
const labels = (...gaps: ReturnType<typeof gap>[]) => labelsOf(gaps, { from: 0, to: 1000 }, 1000);

describe("the names of gaps", () => {
  it("stand left of the gap, or right of it at the left edge", () => {
    expect(labels(gap(500, 600))).toEqual([{ at: 500, words: "not recorded", flipped: true }]);
    expect(labels(gap(10, 600))).toEqual([{ at: 600, words: "not recorded", flipped: false }]);
  });

  it("never stand on each other: a whole gap is named before a partial one, a long one before a short one", () => {
    expect(labels(gap(505, 800, ["istiod-pods"]), gap(500, 502), gap(490, 499))).toEqual([{ at: 490, words: "not recorded", flipped: true }]);
  });

  it("are left out where there is no room at all", () => {
    expect(labels(gap(0, 1000))).toEqual([]);
  });
});
