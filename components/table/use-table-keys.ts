"use client";

import { type RefObject, useEffect, useRef } from "react";
import { rememberOpened } from "@/lib/client/way-back";
import { focusLink, scrollToRow } from "./row-focus";

interface TableKeys {
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly total: number;
  readonly rowPx: number;
  /** False where another table of the page has the keys. */
  readonly active: boolean;
  /** Goes to an address of this site. */
  readonly open: (href: string) => void;
}

const STEPS: ReadonlyMap<string, number> = new Map([
  ["j", 1],
  ["n", 1],
  ["ArrowDown", 1],
  ["k", -1],
  ["p", -1],
  ["ArrowUp", -1],
]);

/**
 * Moves through rows with j and k (n and p), through rows that are not drawn yet as well; y opens the YAML, c copies the name, x selects the row and X all between it and the one selected before, where rows can be selected.
 * The link of a row, or what stands in its place, takes the focus, so that Enter, a screen reader and the eye all know where one is.
 */
export function useTableKeys({ body, total, rowPx, active, open }: TableKeys): void {
  const cursor = useRef(-1);
  const wanted = useRef<number | null>(null);
  useEffect(() => {
    if (wanted.current !== null && focusRow(body.current, wanted.current)) wanted.current = null;
  });
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      const table = body.current;
      if (table === null || isTakenElsewhere(event, table)) return;
      const focused = indexOf(document.activeElement?.closest("tr[aria-rowindex]"), table);
      if (focused !== null) cursor.current = focused;
      const step = STEPS.get(event.key);
      if (step !== undefined && !(event.key.startsWith("Arrow") && focused === null)) {
        event.preventDefault();
        cursor.current = Math.min(Math.max(cursor.current + step, 0), total - 1);
        if (!focusRow(table, cursor.current)) {
          wanted.current = cursor.current;
          scrollToRow(table, cursor.current, rowPx);
        }
        return;
      }
      const stop = focused === null ? null : stopOf(table, focused);
      if (stop !== null && focused !== null) actOn(event.key, stop, focused, open);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [body, total, rowPx, active, open]);
}

function isTakenElsewhere(event: KeyboardEvent, table: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (!(event.target instanceof HTMLElement)) return false;
  if (event.target.closest("input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]") !== null) return true;
  return event.key.startsWith("Arrow") && !table.contains(event.target);
}

function actOn(key: string, stop: HTMLElement, index: number, open: (href: string) => void): void {
  if (key === "c") void navigator.clipboard?.writeText(stop.title || (stop.textContent ?? ""));
  if (key === "x" || key === "X") {
    const box = stop.closest("tr")?.querySelector("input[data-row-select]");
    box?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: key === "X" }));
  }
  if (key === "y" && stop instanceof HTMLAnchorElement) {
    rememberOpened(`${stop.pathname}${stop.search}`, index);
    open(`${stop.pathname}${stop.search}#yaml`);
  }
}

function rowAt(table: HTMLElement | null, index: number): HTMLElement | null {
  return table?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"]`) ?? null;
}

/** A row that leads nowhere, as that of a Pod, has a name that only the keys stop at. */
function stopOf(table: HTMLElement | null, index: number): HTMLElement | null {
  return rowAt(table, index)?.querySelector<HTMLElement>("a[data-row-link], [data-row-stop]") ?? null;
}

function indexOf(row: Element | null | undefined, table: HTMLElement): number | null {
  return row !== null && row !== undefined && table.contains(row) ? Number(row.getAttribute("aria-rowindex")) - 2 : null;
}

function focusRow(table: HTMLElement | null, index: number): boolean {
  const stop = stopOf(table, index);
  if (stop === null) return false;
  focusLink(stop);
  return true;
}
