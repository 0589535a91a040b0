import { describe, expect, it } from "vitest";
import { markerRow } from "./marker-row";

const mark = (at: number, label = "group edited") => ({ at, label, detail: "" });
const row = (...marks: ReturnType<typeof mark>[]) => markerRow(marks, 0, 1000, 1000);

describe("the marks above a plot", () => {
  it("stand where they happened, in order of time", () => {
    expect(row(mark(500, "checkout −6"), mark(100))).toMatchObject([
      { percent: 10, label: "group edited" },
      { percent: 50, label: "checkout −6" },
    ]);
  });

  it("become one where their labels would overlap, and keep what they were", () => {
    const [only, ...none] = row(mark(500), mark(510, "istiod rolled"), mark(560, "checkout −6"));
    expect(none).toEqual([]);
    expect(only).toMatchObject({ label: "3 changes", percent: 50 });
    expect(only?.members).toHaveLength(3);
  });

  it("say what they all are where they are the same", () => {
    expect(row(mark(500), mark(501))[0]?.label).toBe("group edited ×2");
  });

  it("turn to the left at the right edge instead of being cut", () => {
    expect(row(mark(990))[0]).toMatchObject({ flipped: true });
    expect(row(mark(10))[0]).toMatchObject({ flipped: false });
  });

  it("never overlap, whatever there are", () => {
    for (const widthPx of [320, 1000]) {
      const spots = markerRow(
        Array.from({ length: 60 }, (_, index) => mark((index * 7919) % 1000, `l${"o".repeat(index % 9)}ng`)),
        0,
        1000,
        widthPx,
      );
      const ends = spots.map(({ percent, label, flipped }) => {
        const x = (percent / 100) * widthPx;
        return flipped ? [x - label.length * 6.7, x] : [x, x + label.length * 6.7];
      });
      for (const [index, [left]] of ends.entries()) if (index > 0) expect(left).toBeGreaterThanOrEqual(ends[index - 1]?.[1] ?? 0);
      expect(spots.flatMap(({ members }) => members)).toHaveLength(60);
    }
  });

  it("outside the window are left out", () => {
    expect(row(mark(-1), mark(1001))).toEqual([]);
  });
});
