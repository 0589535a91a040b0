import { describe, expect, it } from "vitest";
import { labelsOf } from "./gap-labels";

const gap = (from: number, to: number, blindTo: string[] = []) => ({ from, to, reason: "", blindTo });
const labels = (...gaps: ReturnType<typeof gap>[]) => labelsOf(gaps, { from: 0, to: 1000 }, 1000, []);
const beside = (gaps: ReturnType<typeof gap>[], ...drawn: [from: number, to: number][]) =>
  labelsOf(
    gaps,
    { from: 0, to: 1000 },
    1000,
    drawn.map(([from, to]) => ({ from, to })),
  ).map(({ at, flipped }) => ({ at, flipped }));

describe("the names of gaps", () => {
  it("stand left of the gap, or right of it at the left edge", () => {
    expect(labels(gap(500, 600))).toEqual([{ at: 500, words: "not recorded", flipped: true }]);
    expect(labels(gap(10, 600))).toEqual([{ at: 600, words: "not recorded", flipped: false }]);
  });

  it("never stand on each other: a whole gap is named before a partial one, a long one before a short one", () => {
    expect(labels(gap(505, 800, ["istiod-pods"]), gap(500, 502), gap(490, 499))).toEqual([{ at: 490, words: "not recorded", flipped: true }]);
  });

  it("stand on no drawn machines: right of the gap, else inside it, else nowhere", () => {
    expect(beside([gap(500, 600)], [450, 500])).toEqual([{ at: 600, flipped: false }]);
    expect(beside([gap(500, 600)], [450, 500], [640, 650])).toEqual([{ at: 500, flipped: false }]);
    expect(beside([gap(500, 550)], [450, 500], [550, 560])).toEqual([]);
    expect(beside([gap(500, 600)], [0, 400], [700, 1000])).toEqual([{ at: 500, flipped: true }]);
  });

  it("stand inside a gap that fills the window, and are left out where there is no room at all", () => {
    expect(labels(gap(0, 1000))).toEqual([{ at: 0, words: "not recorded", flipped: false }]);
    expect(labelsOf([gap(0, 1000)], { from: 0, to: 1000 }, 60, [])).toEqual([]);
  });
});
