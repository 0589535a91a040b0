import { describe, expect, it } from "vitest";
import { CELL_DISTANCE_PX, cellAfterKey, cellAtPoint, cellCorner, cellGrid, cellRectangles, MAX_COLUMNS } from "./cell-grid";

describe("the grid of a ribbon", () => {
  it.each([
    [1, 48, 3, 1],
    [48, 48, 3, 16],
    [144, 48, 3, 48],
    [145, 48, 4, 37],
    [144, 32, 5, 29],
    [1_152, 48, 24, 48],
  ])("arranges %i cells with at most %i columns in %i rows and %i columns", (cells, most, rows, columns) => {
    expect(cellGrid(cells, most)).toMatchObject({ rows, columns });
  });

  it.each([1, 2, 3, 40, 145, 1_000])("finds each of %i cells at its own position", (cells) => {
    const grid = cellGrid(cells, MAX_COLUMNS.phone);
    for (let index = 0; index < cells; index++) {
      const { x, y } = cellCorner(index, grid);
      expect(cellAtPoint(x + 1, y + 1, cells, grid)).toBe(index);
    }
    expect(cellAtPoint(grid.widthPx + 3, 1, cells, grid)).toBeNull();
    expect(cellAtPoint(1, grid.heightPx + 3, cells, grid)).toBeNull();
  });

  it.each([
    [0, 2],
    [0, 3],
    [1, 1],
    [1, 2],
    [2, 9],
    [4, 1],
    [5, 30],
  ])("covers %2$i cells from index %1$i exactly once", (from, count) => {
    const rows = 3;
    const covered = cellRectangles({ from, count }, { rows }).flatMap(({ x, y, width, height }) =>
      Array.from({ length: 200 }, (_, index) => index).filter((index) => {
        const corner = cellCorner(index, { rows });
        return corner.x >= x && corner.x < x + width && corner.y >= y && corner.y < y + height;
      }),
    );
    expect(covered).toEqual(Array.from({ length: count }, (_, index) => from + index));
  });

  it("covers any number of cells with at most three rectangles", () => {
    expect(cellRectangles({ from: 2, count: 1_001 }, { rows: 3 })).toHaveLength(3);
    expect(cellRectangles({ from: 0, count: 999 }, { rows: 3 })).toEqual([{ x: 0, y: 0, width: 333 * CELL_DISTANCE_PX - 2, height: 3 * CELL_DISTANCE_PX - 2 }]);
  });
});

describe("arrow keys in a ribbon", () => {
  it.each([
    ["ArrowRight", null, 0],
    ["ArrowDown", null, null],
    ["ArrowRight", 2, 5],
    ["ArrowRight", 38, 39],
    ["ArrowLeft", 1, 0],
    ["ArrowDown", 3, 4],
    ["ArrowUp", 3, 2],
    ["Home", 17, 0],
    ["End", 17, 39],
    ["x", 17, null],
  ])("%s in cell %s focuses cell %s", (key, from, to) => {
    expect(cellAfterKey(key, from, 40, 3)).toBe(to);
  });
});
