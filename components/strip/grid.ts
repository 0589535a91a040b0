/** The positions of a ribbon's cells: down each column, then to the next one, so that the worst are at the left. */
export interface Grid {
  readonly rows: number;
  readonly columns: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Edge of a cell. All numbers in CSS pixels. */
export const CELL_PX = 7;
const GAP_PX = 2;
/** From one cell to the next. */
export const PITCH_PX = CELL_PX + GAP_PX;
const LEAST_ROWS = 3;

/** Most columns of a ribbon. The HTML of the server fits both sizes of screen, because it does not know which one it is for. */
export const MOST_COLUMNS = { desk: 48, phone: 32 } as const;

/** The most cells of a ribbon: with more, it would be higher than half a screen. */
export const MOST_RIBBON_CELLS = 24 * MOST_COLUMNS.desk;

/** Returns the grid of a ribbon. Ribbons have three rows until they are as wide as allowed, so that they are equally high beside each other. */
export function gridOf(cells: number, mostColumns: number): Grid {
  const rows = Math.max(LEAST_ROWS, Math.ceil(cells / mostColumns));
  const columns = Math.max(1, Math.ceil(cells / rows));
  return { rows, columns, widthPx: columns * PITCH_PX - GAP_PX, heightPx: rows * PITCH_PX - GAP_PX };
}

/** Returns the upper left corner of a cell. */
export function cornerOf(index: number, { rows }: Pick<Grid, "rows">): { readonly x: number; readonly y: number } {
  return { x: Math.floor(index / rows) * PITCH_PX, y: (index % rows) * PITCH_PX };
}

/** Returns the cell at a point, or null. The gap belongs to the cell before it. */
export function cellAt(x: number, y: number, cells: number, { rows, columns }: Pick<Grid, "rows" | "columns">): number | null {
  const [column, row] = [Math.floor(x / PITCH_PX), Math.floor(y / PITCH_PX)];
  if (column < 0 || column >= columns || row < 0 || row >= rows) return null;
  const index = column * rows + row;
  return index < cells ? index : null;
}

/** Returns the rectangles that cells in sequence cover: at most a part of a column, whole columns, and a part of a column. */
export function areasOf({ from, count }: { readonly from: number; readonly count: number }, { rows }: Pick<Grid, "rows">): readonly Area[] {
  const areas: Area[] = [];
  const end = from + count;
  let index = from;
  while (index < end) {
    const row = index % rows;
    const whole = Math.floor((end - index) / rows);
    const columns = row === 0 && whole > 0 ? whole : 1;
    const high = row === 0 && whole > 0 ? rows : Math.min(rows - row, end - index);
    areas.push({ ...cornerOf(index, { rows }), width: columns * PITCH_PX - GAP_PX, height: high * PITCH_PX - GAP_PX });
    index += columns * high;
  }
  return areas;
}

/** Returns the cell that a key leads to; null = the page keeps the key. Right enters a ribbon at its worst machine. */
export function nextIndex(key: string, index: number | null, cells: number, rows: number): number | null {
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
