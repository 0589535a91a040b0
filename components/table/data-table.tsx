"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, useEffect, useMemo, useRef } from "react";
import { rememberOpened } from "@/lib/client/way-back";
import { useClusterColumn } from "./cluster-name";
import type { Column } from "./column";
import { columnsOf } from "./column";
import { OrderPill } from "./order-pill";
import { SpacerRow } from "./spacer-row";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import { useReturnFocus } from "./use-return-focus";
import { useRoom } from "./use-room";
import { type RowOrder, useRowOrder } from "./use-row-order";
import { useRowWindow } from "./use-row-window";
import { useTableKeys } from "./use-table-keys";

export interface DataTableProps<R> {
  /** What the table is, for whoever cannot see it. */
  readonly caption: string;
  readonly columns: readonly Column<R>[];
  /** The choice of columns as the URL has it. */
  readonly choice?: string;
  /** The rows that are here, the first of them at place `offset` of the whole list. */
  readonly rows: readonly R[];
  readonly offset?: number;
  readonly total: number;
  /** Names what is listed: rows of another page are never held back. */
  readonly page?: string;
  readonly signatureOf: (row: R) => string;
  readonly sort?: string;
  readonly onSort?: (sort: string) => void;
  /** The order of the rows, if the page shows its pill itself. It lists the same rows. */
  readonly order?: RowOrder<R>;
  /** Told which places are worth having. */
  readonly onWindow?: (first: number, last: number) => void;
  /** True for the one table of a page that the keys move in. */
  readonly keys?: boolean;
  /** Headings for the ear only: where the rows speak for themselves. */
  readonly headless?: boolean;
}

/** The one table: real rows for what is near the screen, empty height for the rest, and an order that holds still under a pointer and under the keys. */
export function DataTable<R extends { readonly id: string }>(props: DataTableProps<R>) {
  const { caption, choice = "", rows, offset = 0, total, page = "", signatureOf, sort = "", onSort, onWindow, keys = false, headless = false } = props;
  const columns = useClusterColumn(props.columns);
  const body = useRef<HTMLTableSectionElement>(null);
  const router = useRouter();
  const { first, last, rowPx } = useRowWindow(body, total);
  const own = useRowOrder(rows, { list: `${page} ${offset}` });
  const held = props.order ?? own;
  useTableKeys({ body, total, rowPx, active: keys, open: router.push });
  useReturnFocus(body, rowPx, keys);
  useEffect(() => {
    if (rowPx > 0) onWindow?.(first, last);
  }, [first, last, rowPx, onWindow]);

  // What was chosen is shown whatever the width, and scrolls; else what there is no room for gives way, and what still has none scrolls.
  const fits = choice === "";
  const box = useRef<HTMLDivElement>(null);
  const { given, tight } = useRoom(box, columns, fits);
  const shown = useMemo(() => columnsOf(columns, choice).filter(({ key }) => !given.has(key)), [columns, choice, given]);
  const from = Math.min(Math.max(first, offset), offset + held.rows.length);
  const to = Math.max(from, Math.min(last, offset + held.rows.length));
  const below = Math.max(total, offset + held.rows.length) - to;
  return (
    <div
      role="none"
      ref={box}
      data-tight={tight ? "" : undefined}
      className={fits && !tight ? "group/table relative" : "group/table relative max-w-full overflow-x-auto"}
      onClickCapture={rememberRow}
      onPointerEnter={(event) => event.pointerType === "mouse" && held.hold("pointer")}
      onPointerLeave={() => held.release("pointer")}
      onFocus={(event) => event.target.matches(":focus-visible") && held.hold("focus")}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && held.release("focus")}
    >
      {props.order === undefined && (
        <div className="pointer-events-none sticky top-20 z-2 flex h-0 justify-center">
          <OrderPill order={own} className="-translate-y-1 shadow-float" />
        </div>
      )}
      <table aria-rowcount={total + 1} className="w-full border-separate border-spacing-0 text-m">
        <caption className="sr-only">{caption}</caption>
        <TableHead columns={shown} sort={sort} onSort={onSort} fits={fits} hidden={headless} />
        <tbody ref={body}>
          <SpacerRow key="above" rows={from} rowPx={rowPx} columns={shown.length} />
          {held.rows.slice(from - offset, to - offset).map((row, place) => (
            <TableRow key={row.id} row={row} index={from + place} columns={shown} fits={fits} signature={signatureOf(row)} gone={held.gone.has(row.id)} />
          ))}
          <SpacerRow key="below" rows={below} rowPx={rowPx} columns={shown.length} />
        </tbody>
      </table>
    </div>
  );
}

/** A row that is opened is where Escape leads back to. */
function rememberRow({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-row-link]") : null;
  if (link !== null) rememberOpened(`${link.pathname}${link.search}`, Number(link.closest("tr")?.getAttribute("aria-rowindex")) - 2);
}
