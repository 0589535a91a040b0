/** Size of a ribbon's cell grid. Cells fill it column by column, so that the worst states are on the left. */
export interface CellGrid {
  readonly rows: number;
  readonly columns: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface CellRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Edge length of a cell. All numbers here are CSS pixels. */
export const CELL_PX = 7;
const GAP_PX = 2;
/** Distance between two neighbouring cells. */
export const CELL_DISTANCE_PX = CELL_PX + GAP_PX;
const MIN_ROWS = 3;

/** The most columns of a ribbon. Server HTML has both layouts, because the server does not know the screen. */
export const MAX_COLUMNS = { desk: 48, phone: 32 } as const;

/** The most cells of a ribbon. More would be higher than half a screen. */
export const MAX_RIBBON_CELLS = 24 * MAX_COLUMNS.desk;

/** Returns the grid for a number of cells. A ribbon has three rows until it reaches its largest width, so that small ribbons have equal heights. */
export function cellGrid(cells: number, mostColumns: number): CellGrid {
  const rows = Math.max(MIN_ROWS, Math.ceil(cells / mostColumns));
  const columns = Math.max(1, Math.ceil(cells / rows));
  return { rows, columns, widthPx: columns * CELL_DISTANCE_PX - GAP_PX, heightPx: rows * CELL_DISTANCE_PX - GAP_PX };
}

/** Returns the top left corner of a cell. CSS pixels. */
export function cellCorner(index: number, { rows }: Pick<CellGrid, "rows">): { readonly x: number; readonly y: number } {
  return { x: Math.floor(index / rows) * CELL_DISTANCE_PX, y: (index % rows) * CELL_DISTANCE_PX };
}

/** Returns the index of the cell at a point, or null. The space after a cell belongs to it. */
export function cellAtPoint(x: number, y: number, cells: number, { rows, columns }: Pick<CellGrid, "rows" | "columns">): number | null {
  const [column, row] = [Math.floor(x / CELL_DISTANCE_PX), Math.floor(y / CELL_DISTANCE_PX)];
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  const index = column * rows + row;
  return index < cells ? index : null;
}

/** Returns the rectangles that cover a sequence of cells: at most a partial column, whole columns, and a partial column. */
export function cellRectangles({ from, count }: { readonly from: number; readonly count: number }, { rows }: Pick<CellGrid, "rows">): readonly CellRectangle[] {
  const areas: CellRectangle[] = [];
  const end = from + count;
  let index = from;
  while (index < end) {
    const row = index % rows;
    const whole = Math.floor((end - index) / rows);
    const columns = row === 0 && whole > 0 ? whole : 1;
    const high = row === 0 && whole > 0 ? rows : Math.min(rows - row, end - index);
    areas.push({ ...cellCorner(index, { rows }), width: columns * CELL_DISTANCE_PX - GAP_PX, height: high * CELL_DISTANCE_PX - GAP_PX });
    index += columns * high;
  }
  return areas;
}

/** Returns the cell to focus after a key; null = the ribbon does not handle it. ArrowRight focuses the first cell, which has the worst state. */
export function cellAfterKey(key: string, index: number | null, cells: number, rows: number): number | null {
  if (index === null) return key === "ArrowRight" && cells > 0 ? 0 : null;
  const steps: ReadonlyMap<string, number> = new Map([
    ["ArrowRight", rows],
    ["ArrowLeft", -rows],
    ["ArrowDown", 1],
    ["ArrowUp", -1],
    ["Home", -index],
    ["End", cells - 1 - index],
  ]);
  const step = steps.get(key);
  return step === undefined ? null : Math.min(Math.max(index + step, 0), cells - 1);
}
