import { describe, expect, test } from "vitest";
import type { IncidentLook } from "@/lib/domain/incidents/chart-number";
import { markerRowLayout } from "./marker-row-layout";

const SPAN = { from: 0, to: 1_000 };
const gap = (from: number, to: number, blindTo: string[] = []) => ({ from, to, reason: "", blindTo });
const numbered = (...ats: readonly (number | readonly [at: number, look: IncidentLook])[]) =>
  ats.map((one, index) => {
    const [at, look] = typeof one === "number" ? ([one, "over"] as const) : one;
    return { kind: "incident" as const, id: `k${index + 1}`, number: index + 1, at, look, title: "", href: "" };
  });
const mark = (at: number, label: string) => ({ at, label, detail: "", weight: 1 });
const layout = (parts: Partial<Parameters<typeof markerRowLayout>[0]>, widthPx = 1_000) =>
  markerRowLayout({ numbered: [], marks: [], gaps: [], span: SPAN, widthPx, ...parts });

/** The left and right edges of everything in the marker row. */
function edges({ circles, more, gaps, labels }: ReturnType<typeof layout>) {
  const names = gaps.filter(({ isInPlot }) => !isInPlot).map(({ x, text }) => ({ x, text, anchor: "middle" as const }));
  const texts = [...names, ...labels].filter(({ text }) => text !== "");
  return [
    ...[...circles, ...more].map(({ x }) => ({ left: x - 10, right: x + 10 })),
    ...texts.map(({ x, anchor, text }) => {
      const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * text.length * 6.7;
      return { left, right: left + text.length * 6.7 };
    }),
  ].sort((a, b) => a.left - b.left);
}

describe("markerRowLayout", () => {
  test("places a circle at its time, or at the edge if the incident began before the window", () => {
    expect(layout({ numbered: numbered(-50, 400, 1_000) }).circles.map(({ x, markX }) => [x, markX])).toEqual([
      [10, 0],
      [400, 400],
      [990, 1_000],
    ]);
  });

  test("places overlapping circles beside each other, in the order of their numbers", () => {
    expect(layout({ numbered: numbered(940, 985, 990) }).circles.map(({ x, mark: { number } }) => [number, x])).toEqual([
      [1, 940],
      [2, 970],
      [3, 990],
    ]);
  });

  test("shows at most four circles, open incidents first, and the number of the others", () => {
    const { circles, more } = layout({ numbered: numbered([500, "open"], 501, 502, 503, [504, "recovering"], 505, 506) });
    expect(circles.map(({ mark: { number } }) => number)).toEqual([1, 5, 6, 7]);
    expect(more.map(({ hidden }) => hidden.map(({ number }) => number))).toEqual([[2, 3, 4]]);
  });

  test("places the label of a gap above its middle, or inside the plot if the row has a circle there", () => {
    const named = (parts: Partial<Parameters<typeof markerRowLayout>[0]>) =>
      layout(parts).gaps.map(({ text, x, isInPlot }) => `${text} ${x} ${isInPlot ? "in the plot" : "above"}`);
    expect(named({ gaps: [gap(400, 600)] })).toEqual(["no history 500 above"]);
    expect(named({ gaps: [gap(400, 600)], numbered: numbered(500) })).toEqual(["no history 433.5 in the plot"]);
    expect(named({ gaps: [gap(480, 520)], numbered: numbered(500) })).toEqual([]);
    expect(named({ gaps: [gap(0, 10, ["istiod-pods"])] })).toEqual(["replicas not seen 56.95 above"]);
  });

  test("drops the label of a marker without room, but keeps its line", () => {
    const { labels } = layout({ numbered: numbered(300, 350, 400), marks: [mark(345, "group edited"), mark(700, "service changed")] });
    expect(labels.map(({ text, markX }) => [text, markX])).toEqual([
      ["", 345],
      ["service changed", 700],
    ]);
  });

  test("keeps the label of a change right before an incident, and drops less important labels", () => {
    const peak = { ...mark(303, "peak 4"), weight: 2_000 };
    const { labels } = layout({ numbered: numbered(300), marks: [mark(280, "group edited"), peak] });
    expect(labels.map(({ text, anchor, markX }) => [text, anchor, markX])).toEqual([
      ["", "start", 303],
      ["group edited", "end", 280],
    ]);
  });

  test.each([358, 700, 1_196, 2_400])("overlaps nothing and stays inside %d px, with 24 incidents, gaps and markers", (widthPx) => {
    let seed = widthPx;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    for (let round = 0; round < 200; round++) {
      const ats = Array.from({ length: Math.floor(random() * 25) }, () => (random() < 0.4 ? 900 + random() * 100 : random() * 1_000));
      const found = layout(
        {
          numbered: numbered(...ats.sort((a, b) => a - b)),
          marks: Array.from({ length: 12 }, (_, n) => mark(random() * 1_000, `group ${n} edited`)),
          gaps: Array.from({ length: 4 }, () => gap(random() * 500, 500 + random() * 500)),
        },
        widthPx,
      );
      const all = edges(found);
      for (const [index, { left, right }] of all.entries()) {
        expect(left).toBeGreaterThanOrEqual(-0.001);
        expect(right).toBeLessThanOrEqual(widthPx + 0.001);
        expect(left - (all[index - 1]?.right ?? 0)).toBeGreaterThanOrEqual(-0.001);
      }
      expect(found.circles.length + found.more.reduce((sum, { hidden }) => sum + hidden.length, 0)).toBe(ats.length);
    }
  });
});
