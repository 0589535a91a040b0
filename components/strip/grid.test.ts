import { describe, expect, it } from "vitest";
import { CANVAS_FROM, cellAt, cellSizeFor, cornerOf, gridOf } from "./grid";
import { nextIndex } from "./use-pointed-cell";

describe("the grid of a ribbon", () => {
  it.each([
    [12, 1050],
    [40, 1050],
    [41, 1050],
    [40, 358],
    [10_000, 1050],
  ])("finds each of %i cells at its own place in %i pixels", (cells, availablePx) => {
    const grid = gridOf(cells, cellSizeFor(cells), availablePx);
    for (let index = 0; index < cells; index++) {
      const { x, y } = cornerOf(index, grid);
      expect(cellAt(x + 1, y + 1, cells, grid)).toBe(index);
    }
    expect(grid.widthPx).toBeLessThanOrEqual(availablePx);
    expect(cellAt(grid.widthPx + grid.gapPx + 1, 1, cells, grid)).toBeNull();
    expect(cellAt(1, grid.heightPx + grid.gapPx + 1, cells, grid)).toBeNull();
  });

  it("holds 40 machines in a row on a desk and 32 on a phone", () => {
    expect(gridOf(120, cellSizeFor(120), 1050).columns).toBe(40);
    expect(gridOf(120, cellSizeFor(120), 358).columns).toBe(32);
  });

  it("makes cells smaller as the fleet grows, never the fleet taller than it is wide", () => {
    expect(cellSizeFor(CANVAS_FROM - 1).cellPx).toBe(9);
    expect(cellSizeFor(CANVAS_FROM).cellPx).toBe(5);
    const { widthPx, heightPx } = gridOf(50_000, cellSizeFor(50_000), 1050);
    expect(heightPx).toBeLessThan(widthPx);
  });
});

describe("keys in a ribbon", () => {
  it.each([
    ["ArrowRight", null, 0],
    ["ArrowDown", null, null],
    ["ArrowRight", 39, 39],
    ["ArrowLeft", 0, 0],
    ["ArrowDown", 3, 13],
    ["Home", 17, 0],
    ["End", 17, 39],
    ["x", 17, null],
  ])("%s from cell %s leads to %s", (key, from, to) => {
    expect(nextIndex(key, from, 40, 10)).toBe(to);
  });
});
