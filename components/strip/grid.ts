/** How big a cell is drawn. */
export interface CellSize {
  readonly cellPx: number;
  readonly gapPx: number;
}

/** Where the cells of one ribbon stand. */
export interface Grid extends CellSize {
  readonly columns: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** From this many cells on a page, they are painted instead of being elements. */
export const CANVAS_FROM = 2000;

const RIBBON_PX = 440;
const TALLEST_ROWS = 24;

/** The same strip at every size of fleet: the more machines, the smaller the square. */
export function cellSizeFor(machines: number): CellSize {
  if (machines < CANVAS_FROM) return { cellPx: 9, gapPx: 2 };
  return machines <= 20_000 ? { cellPx: 5, gapPx: 1 } : { cellPx: 3, gapPx: 1 };
}

/** Lays cells out in rows of a ribbon's width; a group too tall for that takes the room there is. */
export function gridOf(cells: number, { cellPx, gapPx }: CellSize, availablePx: number): Grid {
  const pitch = cellPx + gapPx;
  const room = Math.max(1, Math.floor((availablePx + gapPx) / pitch));
  const usual = Math.min(room, Math.floor(RIBBON_PX / pitch));
  const columns = Math.max(1, Math.min(cells, room, Math.max(usual, Math.ceil(cells / TALLEST_ROWS))));
  const rows = Math.max(1, Math.ceil(cells / columns));
  return { cellPx, gapPx, columns, widthPx: columns * pitch - gapPx, heightPx: rows * pitch - gapPx };
}

/** The upper left corner of a cell. */
export function cornerOf(index: number, { cellPx, gapPx, columns }: Grid): { readonly x: number; readonly y: number } {
  const pitch = cellPx + gapPx;
  return { x: (index % columns) * pitch, y: Math.floor(index / columns) * pitch };
}

/** The cell at a point, or null where there is none. The gap belongs to the cell before it: nobody aims at two pixels. */
export function cellAt(x: number, y: number, cells: number, { cellPx, gapPx, columns }: Grid): number | null {
  const pitch = cellPx + gapPx;
  const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)];
  if (column < 0 || column >= columns || row < 0) return null;
  const index = row * columns + column;
  return index < cells ? index : null;
}
