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
  /** What a reader would notice a change of. */
  readonly signature: string;
  /** True for a row that has left the list while it was being looked at. */
  readonly gone: boolean;
}

/** One row. It is drawn again only when its own data, its place or the columns change. */
export const TableRow = memo(function TableRow<R>({ row, index, columns, signature, gone }: TableRowProps<R>) {
  const element = useRef<HTMLTableRowElement>(null);
  useFlash(element, signature);
  return (
    <tr
      ref={element}
      aria-rowindex={index + 2}
      className={clsx("group/row scroll-mt-24 scroll-mb-20 hover:bg-hover focus-within:bg-hover", gone && "opacity-50")}
    >
      {columns.map((column) => (
        <td key={column.key} className={cellClass(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <R>(props: TableRowProps<R>) => React.ReactNode;
