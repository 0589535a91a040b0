"use client";

import { clsx } from "clsx";
import { memo, useRef } from "react";
import { cellClass } from "./cell-class";
import type { Column } from "./column";
import { useFlash } from "./use-flash";

interface TableRowProps<R> {
  readonly row: R;
  /** Its place in the whole list, from 0. */
  readonly index: number;
  readonly columns: readonly Column<R>[];
  /** False where the table scrolls sideways. */
  readonly fits: boolean;
  /** What a reader would notice a change of. */
  readonly signature: string;
  /** True for a row that has left the list while it was being looked at. */
  readonly gone: boolean;
}

/** What washes a row lies below its cells and is there from the start: only its opacity changes, which nothing else is painted for. */
const SHEET = "relative isolate after:pointer-events-none after:absolute after:inset-0 after:-z-1 after:bg-accent-soft after:opacity-0";

/** One row. It is drawn again only when its own data or the columns change; another place costs its number alone. */
export const TableRow = memo(function TableRow<R>({ row, index, columns, fits, signature, gone }: TableRowProps<R>) {
  const element = useRef<HTMLTableRowElement>(null);
  useFlash(element, signature);
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      className={clsx(SHEET, "group/row scroll-mt-24 scroll-mb-20 hover:bg-hover focus-within:bg-hover", gone && "opacity-50")}
    >
      <Cells row={row} columns={columns} fits={fits} />
    </tr>
  );
}) as <R>(props: TableRowProps<R>) => React.ReactNode;

const Cells = memo(function Cells<R>({ row, columns, fits }: Pick<TableRowProps<R>, "row" | "columns" | "fits">) {
  return columns.map((column) => (
    <td key={column.key} data-column={column.key} className={cellClass(column, fits)}>
      {column.cell(row)}
    </td>
  ));
}) as <R>(props: Pick<TableRowProps<R>, "row" | "columns" | "fits">) => React.ReactNode;
