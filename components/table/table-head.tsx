"use client";

import { clsx } from "clsx";
import { cellClass } from "./cell-class";
import type { Column } from "./column";
import { nextSort, sortOf } from "./sort";

interface TableHeadProps<R> {
  readonly columns: readonly Column<R>[];
  readonly sort: string;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** The table is as wide as its place: its headings stay in sight below the top bar. Else it scrolls sideways. */
  readonly fits: boolean;
  /** For the ear only. */
  readonly hidden?: boolean;
}

const ARROWS = { ascending: "↑", descending: "↓", none: "" } as const;

/** The headings, upper case as kubectl prints them; those that sort are buttons and say how. */
export function TableHead<R>({ columns, sort, onSort, fits, hidden = false }: TableHeadProps<R>) {
  return (
    <thead className={hidden ? "sr-only" : undefined}>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const sorts = column.sorts === true && onSort !== undefined;
          const order = sortOf(sort, column.key);
          return (
            <th
              key={column.key}
              scope="col"
              data-column={column.key}
              aria-sort={sorts ? order : undefined}
              className={clsx(cellClass(column, fits), "h-7 bg-paper text-xs font-medium text-ink-3", fits && "sticky top-bar z-1")}
            >
              {sorts ? (
                <button type="button" className="cursor-pointer hover:text-ink max-desk:h-11" onClick={() => onSort(nextSort(sort, column.key))}>
                  {column.head}
                  {order !== "none" && <span aria-hidden="true"> {ARROWS[order]}</span>}
                </button>
              ) : (
                <span className={column.unheaded === true ? "sr-only" : undefined}>{column.head}</span>
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
