"use client";

import { type RefObject, useEffect, useRef } from "react";
import { type OpenedFrom, takeRowToFocus } from "@/lib/client/way-back";
import { focusLink, scrollToRow } from "./row-focus";

/** So long a list that was come back to may take to have its row. Milliseconds. */
const WAIT_MS = 5_000;

/** Gives the focus back to the row that was opened, wherever it stands by now; one that is far away is scrolled to first. */
export function useReturnFocus(body: RefObject<HTMLTableSectionElement | null>, rowPx: number, active: boolean): void {
  const wanted = useRef<{ readonly row: OpenedFrom; readonly until: number; scrolled: boolean } | null>(null);
  useEffect(() => {
    const row = active ? takeRowToFocus() : null;
    if (row !== null) wanted.current = { row, until: performance.now() + WAIT_MS, scrolled: false };
  }, [active]);
  // Rows come as they are scrolled to: each drawing may bring the one that is wanted.
  useEffect(() => {
    const { current } = wanted;
    if (current === null || body.current === null) return;
    const links = [...body.current.querySelectorAll<HTMLAnchorElement>("a[data-row-link]")];
    const link = links.find(({ pathname, search }) => `${pathname}${search}` === current.row.href);
    if (link !== undefined) {
      wanted.current = null;
      focusLink(link);
    } else if (performance.now() > current.until) wanted.current = null;
    else if (rowPx > 0 && !current.scrolled) {
      current.scrolled = true;
      scrollToRow(body.current, current.row.index, rowPx);
    }
  });
}
