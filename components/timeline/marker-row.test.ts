import { describe, expect, it } from "vitest";
import { markerRow } from "./marker-row";

const mark = (at: number, label = "group edited", weight = 1) => ({ at, label, detail: "", weight });
const row = (...marks: ReturnType<typeof mark>[]) => markerRow(marks, 0, 1000, 1000);

describe("the marks above a plot", () => {
  it("stand where they happened, in order of time", () => {
    expect(row(mark(500, "checkout −6"), mark(100))).toMatchObject([
      { percent: 10, label: "group edited" },
      { percent: 50, label: "checkout −6" },
    ]);
  });

  it("become one at the moment of the first named one if their labels would overlap", () => {
    const [only, ...none] = row(mark(300), mark(310, "istiod rolled", 5), mark(360, "checkout −6", 9));
    expect(none).toEqual([]);
    expect(only).toMatchObject({ label: "checkout −6, istiod rolled, group edited", percent: 36 });
    expect(only?.members).toHaveLength(3);
  });

  it("name the most telling, and count the others, where there is no room for all", () => {
    const marks = [mark(300), mark(305), mark(310, "istiod rolled", 5), mark(360, "checkout −6", 9)];
    expect(markerRow(marks, 0, 1000, 360)[0]?.label).toBe("checkout −6 +3");
  });

  it("are cut where neither side has room, never by the edge", () => {
    for (const at of [0, 400, 500, 600, 1000]) {
      const [{ label, flipped } = { label: "", flipped: false }] = markerRow([mark(at, "o".repeat(200))], 0, 1000, 600);
      expect([label.endsWith("…"), flipped]).toEqual([true, at > 500]);
      expect(label.length * 6.7 + 5).toBeLessThanOrEqual(Math.max(at, 1000 - at) * 0.6);
    }
  });

  it("say what they all are where they are the same", () => {
    expect(row(mark(500), mark(501))[0]?.label).toBe("group edited ×2");
  });

  it("turn to the left at the right edge instead of being cut", () => {
    expect(row(mark(990))[0]).toMatchObject({ flipped: true });
    // The label stands a little beside its line.
    expect(row(mark(1000 - 12 * 6.7 - 2))[0]).toMatchObject({ flipped: true });
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
        return flipped ? [x - label.length * 6.7 - 5, x] : [x, x + label.length * 6.7 + 5];
      });
      for (const [index, [left]] of ends.entries()) if (index > 0) expect(left).toBeGreaterThanOrEqual(ends[index - 1]?.[1] ?? 0);
      expect(spots.flatMap(({ members }) => members)).toHaveLength(60);
    }
  });

  it("outside the window are left out", () => {
    expect(row(mark(-1), mark(1001))).toEqual([]);
  });
});
