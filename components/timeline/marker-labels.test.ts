import { describe, expect, it } from "vitest";
import { placeMarkerLabels } from "./marker-labels";

const mark = (at: number, label = "group edited", weight = 1) => ({ at, label, detail: "", weight });
const row = (...marks: ReturnType<typeof mark>[]) => placeMarkerLabels(marks, 0, 1000, 1000);

describe("placeMarkerLabels", () => {
  it("places labels at their times, in chronological order", () => {
    expect(row(mark(500, "checkout −6"), mark(100))).toMatchObject([
      { percent: 10, label: "group edited" },
      { percent: 50, label: "checkout −6" },
    ]);
  });

  it("merges labels that would overlap, at the time of the most important one", () => {
    const [only, ...none] = row(mark(300), mark(310, "istiod rolled", 5), mark(360, "checkout −6", 9));
    expect(none).toEqual([]);
    expect(only).toMatchObject({ label: "checkout −6, istiod rolled, group edited", percent: 36 });
    expect(only?.members).toHaveLength(3);
  });

  it("shows the most important label and the number of the others if there is no room for all", () => {
    const marks = [mark(300), mark(305), mark(310, "istiod rolled", 5), mark(360, "checkout −6", 9)];
    expect(placeMarkerLabels(marks, 0, 1000, 360)[0]?.label).toBe("checkout −6 +3");
  });

  it("shortens a label that fits on neither side of its line", () => {
    for (const at of [0, 400, 500, 600, 1000]) {
      const [{ label, flipped } = { label: "", flipped: false }] = placeMarkerLabels([mark(at, "o".repeat(200))], 0, 1000, 600);
      expect([label.endsWith("…"), flipped]).toEqual([true, at > 500]);
      expect(label.length * 6.7 + 5).toBeLessThanOrEqual(Math.max(at, 1000 - at) * 0.6);
    }
  });

  it("merges equal labels into one with a count", () => {
    expect(row(mark(500), mark(501))[0]?.label).toBe("group edited ×2");
  });

  it("places a label left of its line if it would cross the right edge", () => {
    expect(row(mark(990))[0]).toMatchObject({ flipped: true });
    // 5 px between the line and its label.
    expect(row(mark(1000 - 12 * 6.7 - 2))[0]).toMatchObject({ flipped: true });
    expect(row(mark(10))[0]).toMatchObject({ flipped: false });
  });

  it("never overlaps labels, for 60 markers and two widths", () => {
    for (const widthPx of [320, 1000]) {
      const spots = placeMarkerLabels(
        Array.from({ length: 60 }, (_, index) => mark((index * 7919) % 1000, `l${"o".repeat(index % 9)}ng`)),
        0,
        1000,
        widthPx,
      );
      const ends = spots.map(({ percent, label, flipped }) => {
        const x = (percent / 100) * widthPx;
        return flipped ? [x - label.length * 6.7 - 5, x] : [x, x + label.length * 6.7 + 5];
      });
      for (const [index, [left]] of ends.entries()) if (index > 0) expect(left).toBeGreaterThanOrEqual(ends[index - 1]?.[1] ?? 0);
      expect(spots.flatMap(({ members }) => members)).toHaveLength(60);
    }
  });

  it("leaves out markers outside the window", () => {
    expect(row(mark(-1), mark(1001))).toEqual([]);
  });
});
