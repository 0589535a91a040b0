import { describe, expect, it } from "vitest";
import type { HistoryGap } from "@/lib/contract/answers/history";
import { aBandPoint } from "@/lib/testing/history-answers";
import { ROWS_NOW } from "@/lib/testing/rows";
import { PATH_BOX_WIDTH } from "./plot-coordinates";
import { stateChartShape } from "./state-chart-shape";

const minute = 60_000;
const box = { from: ROWS_NOW - 100 * minute, to: ROWS_NOW, heightPx: 80, widthPx: 1000 };
const gap = (from: number, to: number, blindTo: string[] = []): HistoryGap => ({
  from: ROWS_NOW - from * minute,
  to: ROWS_NOW - to * minute,
  reason: "",
  blindTo,
});

describe("stateChartShape", () => {
  it("has no layers if all machines serve", () => {
    expect(stateChartShape([aBandPoint(100), aBandPoint(50)], [], ROWS_NOW, box)).toMatchObject({ worst: { top: 0, of: 40 }, layers: [] });
  });

  it("ignores points that lie completely inside a gap", () => {
    const nobody = { ...aBandPoint(40), total: 0 };
    expect(stateChartShape([aBandPoint(100), nobody], [gap(40, 0)], ROWS_NOW, box)).toMatchObject({ worst: { top: 0, of: 40 }, layers: [] });
    expect(stateChartShape([aBandPoint(100), nobody], [], ROWS_NOW, box).worst?.of).toBe(0);
    expect(stateChartShape([aBandPoint(100)], [gap(100, 0)], ROWS_NOW, box).worst).toBe(null);
  });

  it("stacks lost machines above unhealthy ones, and returns the time with the most of both", () => {
    const { worst, top, layers } = stateChartShape([aBandPoint(100), aBandPoint(50, { unhealthy: 2 }, 6), aBandPoint(25)], [], ROWS_NOW, box);
    expect(worst).toEqual({ top: 8, of: 40, at: ROWS_NOW - 50 * minute, holds: false });
    expect(top).toBe(8);
    expect(layers).toEqual([
      { key: "unhealthy", path: "M5000 60L7500 60L7500 80L5000 80Z" },
      { key: "lost", path: "M5000 0L7500 0L7500 60L5000 60Z" },
    ]);
  });

  it("leaves out machines of long-running incidents from their start, and draws a single machine at half height", () => {
    const old = { name: "", since: ROWS_NOW - 50 * minute, unhealthy: 2, lost: 1, unverified: 0 };
    const points = [aBandPoint(100, { unhealthy: 2 }), aBandPoint(50, { unhealthy: 2 }, 1), aBandPoint(25, { unhealthy: 3 }, 1)];
    const { top, layers, worst } = stateChartShape(points, [], ROWS_NOW, box, [old]);
    expect(top).toBe(2);
    expect(layers).toEqual([{ key: "unhealthy", path: "M0 0L5000 0L5000 80L0 80ZM7500 40L10000 40L10000 80L7500 80Z" }]);
    expect(worst, "the worst moment of all machines").toMatchObject({ top: 4, holds: true });
    expect(stateChartShape([aBandPoint(50, { unhealthy: 2 }, 1)], [], ROWS_NOW, box, [old])).toMatchObject({ top: 0, layers: [] });
    expect(stateChartShape([aBandPoint(50)], [], ROWS_NOW, box, [old]), "machines that the history does not have").toMatchObject({ top: 0, layers: [] });
  });

  it("returns the time of the worst point, and whether it lasts until the end of the window", () => {
    const worstOf = (...points: Parameters<typeof stateChartShape>[0]) => stateChartShape(points, [], ROWS_NOW, box).worst;
    expect(worstOf(aBandPoint(100), aBandPoint(50, { unhealthy: 2 }), aBandPoint(25, { unhealthy: 9 }))).toMatchObject({
      at: ROWS_NOW - 25 * minute,
      holds: true,
    });
    expect(worstOf({ ...aBandPoint(100, {}, 4), at: 0 }, aBandPoint(25))).toMatchObject({ top: 4, at: box.from, holds: false });
  });

  it("joins neighbouring points into one outline without a line between them", () => {
    const { layers } = stateChartShape([aBandPoint(100, {}, 4), aBandPoint(50, {}, 2)], [], ROWS_NOW, box);
    expect(layers.map(({ path }) => path)).toEqual(["M0 0L5000 0L5000 40L10000 40L10000 80L5000 80L5000 80L0 80Z"]);
  });

  it("draws a state of one machine that lasted one second", () => {
    const second = { ...aBandPoint(0), at: ROWS_NOW - 50 * minute + 1_000 };
    const big = { ...aBandPoint(20, { unhealthy: 4_000 }), total: 9_000 };
    const { layers } = stateChartShape([aBandPoint(50, { draining: 1 }), second, big], [], ROWS_NOW, box);
    expect(layers.find(({ key }) => key === "draining")?.path).toBe(`M5000 78.5L5015 78.5L5015 80L5000 80Z`);
  });

  it("draws a state that began at the right edge of the window", () => {
    const now = { ...aBandPoint(0, { unhealthy: 2 }), at: ROWS_NOW };
    expect(stateChartShape([aBandPoint(100), now], [], ROWS_NOW, box).layers).toEqual([]);
    const { layers } = stateChartShape([aBandPoint(100), { ...now, at: ROWS_NOW - 1 }], [], ROWS_NOW, box);
    expect(layers[0]?.path).toContain(`L${PATH_BOX_WIDTH} 0`);
  });

  it("splits a layer at a gap without machines, but not at a gap without Pods", () => {
    const points = [aBandPoint(100, {}, 4)];
    expect(
      stateChartShape(points, [gap(60, 40)], ROWS_NOW, box)
        .layers[0]?.path.split("M")
        .slice(1),
    ).toEqual(["0 0L4000 0L4000 80L0 80Z", "6000 0L10000 0L10000 80L6000 80Z"]);
    expect(stateChartShape(points, [gap(60, 40, ["istiod-pods"])], ROWS_NOW, box).layers[0]?.path).toBe("M0 0L10000 0L10000 80L0 80Z");
  });

  it("never exceeds the plot height, also if one point has many small counts", () => {
    const crowd = aBandPoint(100, { unhealthy: 1, vanished: 1, unverified: 1, draining: 1, awaiting: 1, reconnecting: 1 }, 900);
    const { layers } = stateChartShape([crowd], [], ROWS_NOW, box);
    const heights = layers.flatMap(({ path }) => [...path.matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Number(y)));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    expect(layers.map(({ key }) => key)).toEqual(["unhealthy", "lost", "unverified", "draining", "starting"]);
  });
});
