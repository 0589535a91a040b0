"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { pageMemory } from "./page-memory";

/** Which row of which list a page was opened from: addresses of this site, and the row's place in the whole list. */
export interface OpenedFrom {
  readonly list: string;
  readonly href: string;
  readonly index: number;
}

const from = pageMemory<OpenedFrom>();
const to = pageMemory<OpenedFrom>();

/** Remembers, until the document is loaded again, the row of the list on screen that is being opened. */
export function rememberOpened(href: string, index: number): void {
  from.set({ list: addressOf(window.location), href, index });
}

/** The same after going on to a neighbour of that list. */
export function rememberNeighbour({ list, href, index }: OpenedFrom): void {
  if (from.get()?.list === list) from.set({ list, href, index });
}

/** Escape leads from a page back to the list that it was opened from, unless the key belongs to something that is open or has the focus. */
export function useWayBack(): void {
  const router = useRouter();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || isTaken(event)) return;
      const opened = from.get();
      if (opened === null || opened.href !== addressOf(window.location)) return;
      event.preventDefault();
      to.set(opened);
      router.push(opened.list);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [router]);
}

/** The row that the focus is to go back to, where this list was come back to; told once. */
export function takeRowToFocus(): OpenedFrom | null {
  const opened = to.get();
  if (opened === null || opened.list !== addressOf(window.location)) return null;
  to.set(null);
  return opened;
}

const OTHERS = "input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox], [role=slider], [role=grid], [role=application]";

function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") !== null) return true;
  return event.target instanceof Element && event.target.closest(OTHERS) !== null;
}

/** An address without its place on the page. */
function addressOf({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  return `${pathname}${search}`;
}
